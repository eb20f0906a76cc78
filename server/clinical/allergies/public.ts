import { entries } from './queries.ts'

export const allergiesByIds = entries.byIds
