import type { FastifyInstance } from 'fastify'
import type { Job } from '../jobs/job.ts'
import type { LetterWriter } from '../mail/letters.ts'
import type { MailKind } from '../mail/outbox.ts'
import type { ConstraintMeanings } from './errors.ts'
import type { LiveNoun } from './live-noun.ts'

/** What a noun brings to the server; its `noun.ts` declares it, and `nouns.ts` lists it. */
export interface Noun {
  routes(app: FastifyInstance): void
  /** What screens receive when it changes. */
  live?: LiveNoun
  constraints?: ConstraintMeanings
  jobs?: readonly Job[]
  /** What it mails. */
  letters?: Partial<Record<MailKind, LetterWriter>>
}
