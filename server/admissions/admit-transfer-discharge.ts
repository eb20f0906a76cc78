import type { Transaction } from 'kysely'
import type { Admission } from '../../contract/admissions.ts'
import { cleaningReason } from '../../contract/wards.ts'
import * as beds from '../beds/public.ts'
import type { DB } from '../db/types.ts'
import { Refusal } from '../http/errors.ts'
import { found, recordById } from '../records/record.ts'
import * as queries from './queries.ts'
import * as refusals from './refusals.ts'

/**
 * The active admission with the bed that it is in, and the one that it goes to, kept from changing; with the patient,
 * where their own record will change.
 */
export async function lockWithBeds(
  trx: Transaction<DB>,
  id: string,
  { toBed, withPatient }: { toBed?: string; withPatient?: boolean } = {},
): Promise<queries.LockedAdmission> {
  const bedId = found(refusals.admission, await queries.bedOf(trx, id))
  if (!bedId) throw refusals.closed()
  await beds.lockBeds(trx, toBed ? [bedId, toBed] : [bedId])
  if (withPatient) await queries.lockPatientOf(trx, id)
  const admission = found(refusals.admission, await queries.lockAdmission(trx, id))
  if (!admission.isActive) throw refusals.closed()
  if (admission.bedId !== bedId)
    throw new Refusal('conflict', 'The patient was just moved to another bed. Try again.')
  return admission
}

/** Admits a patient to a bed; what the database refuses becomes the sentence beside the field. */
export async function admit(
  trx: Transaction<DB>,
  admission: queries.NewAdmission,
  staffId: string,
): Promise<Admission> {
  const bed = await recordById(trx, beds.bed, admission.bedId)
  const id = await queries.insertAdmission(trx, admission, staffId).catch((error: unknown) => {
    throw refusals.admissionRefusal(error, bed)
  })
  return recordById(trx, refusals.admission, id)
}

/** Ends an admission; its bed becomes available, or waits to be cleaned where the hospital wants that. */
export async function discharge(
  trx: Transaction<DB>,
  admission: queries.LockedAdmission,
  leaving: queries.Leaving,
  staffId: string,
): Promise<Admission> {
  if (!admission.isActive) throw refusals.closed()
  await queries.endAdmission(trx, admission, leaving, staffId).catch((error: unknown) => {
    throw refusals.leavingRefusal(error)
  })
  if (admission.bedId && (await queries.cleansAfterDischarge(trx))) {
    await beds.setMaintenance(trx, admission.bedId, cleaningReason)
  }
  return recordById(trx, refusals.admission, admission.id)
}
