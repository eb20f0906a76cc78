import type { EndpointOf } from '../../contract/nouns.ts'
import type { Role } from '../../contract/permissions.ts'
import type { StaffClient, TestApp } from './app.ts'
import type { Extra } from './client.ts'

/** A call that succeeds, who makes it, and which patient it is about. */
export interface Example extends Extra {
  by: StaffClient
  request: { params?: unknown; query?: unknown; body?: unknown }
  /** The patients that the call names, as its audit entry must. */
  patients: string[] | ((reply: unknown) => string[])
  /** The record that its audit entry must name; null when the call is about none. */
  subject: string | null | ((reply: unknown) => string)
}

export type People = Record<Role, StaffClient> & {
  roleless: StaffClient
  /** The screen of a waiting room; its token is the secret of its link. */
  display: StaffClient
}

/** The server of these people, for what is only there after background work. */
export const appOf = new WeakMap<People, TestApp>()

/** A call that succeeds for every endpoint of a contract file; each makes the records it needs. */
export type Examples<Contract> = Record<EndpointOf<Contract>['name'], () => Promise<Example>>

/** For each edit, a body that fills every field with something that no other record has. */
export type Edits = Readonly<Record<string, () => Record<string, unknown>>>

/** A call of one case of an endpoint that does several things: a record that is ready for it, and the body that asks. */
export interface CaseExample extends Extra {
  id: string
  body: object
}
/** By endpoint and case. */
export type CaseExamples<Of extends Record<string, { cases: object }>> = {
  [Name in keyof Of]: Record<keyof Of[Name]['cases'], () => Promise<CaseExample>>
}

/** How an example is written: who calls, the request, and which patient it is about. */
export function example(
  by: StaffClient,
  request: Example['request'] = {},
  about: Partial<Pick<Example, 'patients' | 'subject' | 'headers'>> = {},
): Example {
  return { by, request, patients: [], subject: null, ...about }
}

/** The parameters of an address that names this record. */
export function one(record: { id: string }): { params: { id: string } } {
  return { params: { id: record.id } }
}

export function idIn(reply: unknown): string {
  return (reply as { id: string }).id
}

interface AboutPatient {
  patientId?: string | null
  patient?: { id: string } | null
}

/** The patients whom the records of a list or a page are about. */
export function patientsIn(reply: unknown): string[] {
  const records = Array.isArray(reply) ? reply : (reply as { items: unknown[] }).items
  const ids = (records as AboutPatient[]).map(({ patientId, patient }) => patientId ?? patient?.id)
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
