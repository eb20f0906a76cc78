import type { Role } from '../../contract/permissions.ts'
import type { StaffClient } from './app.ts'
import type { Extra } from './client.ts'

/** A call that succeeds, by whom, and whom it is about. */
export interface Example extends Extra {
  by: StaffClient
  request: { params?: unknown; query?: unknown; body?: unknown }
  /** The patients that the call names, as its audit entry must. */
  patients: string[] | ((reply: unknown) => string[])
  /** The record that its audit entry must name; null when the call is about none. */
  subject: string | null | ((reply: unknown) => string)
}

export type People = Record<Role, StaffClient> & { roleless: StaffClient }

/** How an example is written down: by whom, what is asked, and whom it is about. */
export type MakeExample = (
  by: StaffClient,
  request: Example['request'],
  about?: Partial<Pick<Example, 'patients' | 'subject' | 'headers'>>,
) => Example
