import type { z } from 'zod'
import { addCoverage, type Coverage, type CoverageForm } from '../../../../contract/people/coverage.ts'
import { addPayer, type Payer, type PayerForm } from '../../../../contract/people/payers.ts'
import type { Client } from '../../client.ts'

let made = 0

export function payerForm(form: Partial<PayerForm> = {}): PayerForm {
  made++
  return { name: `Health fund ${made}`, kind: 'PUBLIC', ...form }
}

export async function givenPayer(admin: Client, form: Partial<PayerForm> = {}): Promise<Payer> {
  return (await admin.call(addPayer, { body: payerForm(form) })).body
}

/** A filled form of coverage, under a number that no other has. */
export function coverageForm(
  payer: { id: string },
  changed: Partial<z.input<typeof CoverageForm>> = {},
): z.input<typeof CoverageForm> {
  made++
  return {
    payerId: payer.id,
    memberNumber: `HF ${made}`,
    plan: 'Family',
    rank: 1,
    validFrom: '2026-01-01',
    validUntil: '2026-12-31',
    ...changed,
  }
}

/** Adds coverage of a patient by a payer of its own, through the API. */
export async function givenCoverage(
  { admin, receptionist: desk }: { admin: Client; receptionist: Client },
  patient: { id: string },
  changed: Partial<z.input<typeof CoverageForm>> = {},
): Promise<Coverage> {
  const body = coverageForm(await givenPayer(admin), changed)
  return (await desk.call(addCoverage, { params: { id: patient.id }, body })).body
}
