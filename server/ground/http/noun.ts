import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Job } from '../jobs/job.ts'
import type { StartWorker } from '../jobs/worker.ts'
import type { LetterWriter } from '../mail/letters.ts'
import type { MailKind } from '../mail/outbox.ts'
import type { ConstraintMeanings } from './errors.ts'
import type { LiveNoun } from './live-noun.ts'

/** A record that is known by its id, and what people call it. */
export interface RecordName {
  id: string
  name: string
}

/** A noun on the server; its `noun.ts` declares it, and `nouns.ts` lists it. */
export interface Noun {
  routes(app: FastifyInstance): void
  /** The updates that screens receive when it changes. */
  live?: LiveNoun
  constraints?: ConstraintMeanings
  jobs?: readonly Job[]
  /** Works through what is asked for and takes long. */
  worker?: StartWorker
  /** The names of its records in the audit log: a query of ids and names. */
  named?: RawBuilder<RecordName>
  /** The letters that it mails. */
  letters?: Partial<Record<MailKind, LetterWriter>>
}
