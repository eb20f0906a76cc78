import { entries } from './queries.ts'

export const problemsByIds = entries.byIds
