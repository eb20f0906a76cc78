import type { Transaction } from 'kysely'
import type { Admission } from '../../../contract/wards/admissions.ts'
import type { Bed } from '../../../contract/wards/beds.ts'
import { cleaningReasons } from '../../../contract/wards/wards.ts'
import type { DB } from '../../ground/db/types.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { found, recordById } from '../../ground/records/record.ts'
import * as beds from '../beds/public.ts'
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

/**
 * Admits a patient to a bed. A refusal by the database becomes the message beside the field. Returns the admission's id
 * and the queue numbers of the visits that it ended.
 */
export async function admit(trx: Transaction<DB>, admission: queries.NewAdmission, staffId: string) {
  const bed = await recordById(trx, beds.bed, admission.bedId)
  return queries.insertAdmission(trx, admission, staffId).catch((error: unknown) => {
    throw refusals.admissionRefusal(error, bed)
  })
}

/** Ends an admission. Its bed is free with the end of the stay, or waits to be cleaned if the hospital wants that. */
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
  if (admission.bedId) await cleanIfWanted(trx, admission.bedId, 'discharge')
  return recordById(trx, refusals.admission, admission.id)
}

/**
 * Moves a patient to another bed; the one that they leave is cleaned like one that is left for good. `sexRuleReason` is the one
 * that the stay keeps.
 */
export async function transfer(
  trx: Transaction<DB>,
  admission: queries.LockedAdmission,
  to: Bed,
  reasons: queries.MoveReasons,
): Promise<{ after: Admission; sexRuleReason: string | null }> {
  const sexRuleReason = await queries.moveToBed(trx, admission.id, to.id, reasons).catch((error: unknown) => {
    throw refusals.admissionRefusal(error, to)
  })
  if (admission.bedId) await cleanIfWanted(trx, admission.bedId, 'transfer')
  return { after: await recordById(trx, refusals.admission, admission.id), sexRuleReason }
}

async function cleanIfWanted(trx: Transaction<DB>, bedId: string, how: keyof typeof cleaningReasons) {
  if (await queries.cleansLeftBed(trx, bedId)) await beds.setMaintenance(trx, bedId, cleaningReasons[how])
}
