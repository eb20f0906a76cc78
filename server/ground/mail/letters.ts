import type { HospitalDetails } from '../../../contract/hospital/hospital.ts'
import type { Database } from '../db/connect.ts'
import type { DueMail } from './outbox.ts'
import type { Letter } from './smtp.ts'

/** The services that writing a letter needs. */
export interface LetterDesk {
  db: Database
  clock: () => Date
  hospital: { read(): Promise<HospitalDetails & { name: string; currency: string }> }
  /** Where links in letters lead to. */
  publicUrl: string
}

/** Writes letters of one kind; null for what is not due any more. */
export type LetterWriter = (desk: LetterDesk) => (mail: DueMail) => Promise<Letter | null>
