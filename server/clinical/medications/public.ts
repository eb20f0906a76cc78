import { entries } from './queries.ts'

export const medicationsByIds = entries.byIds
