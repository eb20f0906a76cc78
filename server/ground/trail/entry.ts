import type { Sight } from './patient-sets.ts'

/** An entry of the audit trail: who did what, to whose data, from where. */
export interface AuditEntry {
  at: Date
  staffId: string | null
  action: string
  subjectId: string | null
  patientIds: readonly string[]
  /** The patients in a body that many are sent; stands for `patientIds`. For reads, not for what a write leaves. */
  sight?: Sight | undefined
  /** For an edit: each changed field with its value before and after. */
  changes: Record<string, unknown> | null
  address: string
  requestId: string
  /** 'done', or the code of the refusal. */
  outcome: string
}
