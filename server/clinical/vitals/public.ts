import { entries } from './queries.ts'

export const vitalsByIds = entries.byIds
