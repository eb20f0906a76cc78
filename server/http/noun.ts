import type { FastifyInstance } from 'fastify'
import type { LiveNoun } from '../../contract/nouns.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Job } from '../jobs/job.ts'
import type { ConstraintMeanings } from './errors.ts'

/** What a noun brings to the server; its `noun.ts` declares it, and `nouns.ts` lists it. */
export interface Noun {
  routes(app: FastifyInstance): void
  /** Which of its records are told live, and the permission of those who are told. */
  live?: Partial<Record<LiveNoun, Permission>>
  constraints?: ConstraintMeanings
  jobs?: readonly Job[]
}
