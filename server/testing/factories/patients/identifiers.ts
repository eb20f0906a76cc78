import type { z } from 'zod'
import {
  addIdentifierSystem,
  type IdentifierSystem,
  type IdentifierSystemForm,
} from '../../../../contract/people/identifier-systems.ts'
import { addIdentifier, type PatientIdentifier } from '../../../../contract/people/identifiers.ts'
import type { Client } from '../../client.ts'

type Filled = z.input<typeof IdentifierSystemForm>

let made = 0

export function systemForm(form: Partial<Filled> = {}): Filled {
  made++
  return { name: `Identifier ${made}`, kind: 'OTHER', isExclusive: true, ...form }
}

export async function givenSystem(admin: Client, form: Partial<Filled> = {}): Promise<IdentifierSystem> {
  return (await admin.call(addIdentifierSystem, { body: systemForm(form) })).body
}

/** A new value in each call. */
export const newIdentifier = () => `ID-${++made}/26`

export async function givenIdentifier(
  desk: Client,
  { id }: { id: string },
  systemId: string,
  value = newIdentifier(),
): Promise<PatientIdentifier> {
  return (await desk.call(addIdentifier, { params: { id }, body: { systemId, value } })).body
}
