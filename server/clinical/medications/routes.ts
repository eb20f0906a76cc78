import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import {
  allergyMatches,
  givenAgainst,
  isSameMedicine,
  matchWords,
  unanswered,
} from '../../../contract/clinical/allergy-classes.ts'
import {
  askedWords,
  type Dosed,
  doseQuestions,
  dosingWeight,
} from '../../../contract/clinical/formulary/dose-check.ts'
import {
  changeMedication,
  listMedications,
  type Medication,
  type MedicationChange,
  type MedicationForm,
  orderWords,
  prescribeMedication,
  readCurrentMedications,
  stopMedication,
  strikeMedication,
} from '../../../contract/clinical/medications.ts'
import { listPrescriptions } from '../../../contract/clinical/prescriptions.ts'
import { youngestOn } from '../../../contract/people/birth/birth.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import type { DB } from '../../ground/db/types.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import type { AuditNote } from '../../ground/http/request-context.ts'
import { serve } from '../../ground/http/serve.ts'
import { found, type RecordKind, recordById } from '../../ground/records/record.ts'
import {
  countersignatureRefusal,
  type HeldAct,
  heldCountersignature,
  witnessOf,
} from '../../ground/sign-in/countersignatures/hold.ts'
import { ofCurrentPatient, patientRecord, recordIds } from '../../people/patients/public.ts'
import { entryGone, entryRefusal, strikeEntry } from '../entries/public.ts'
import { formulary } from '../formulary/public.ts'
import { prescriptionsOf } from './prescriptions.ts'
import * as queries from './queries.ts'

const medication: RecordKind<Medication> = {
  called: 'this medication',
  gone: entryGone,
  read: queries.entries.byId,
}

export function medicationRoutes(app: FastifyInstance) {
  serve(app, listMedications, async ({ db, params, query }) => {
    return ofCurrentPatient(db, params.id, (ids) => queries.entries.page(db, ids, query))
  })

  serve(app, readCurrentMedications, async ({ db, params }) => {
    return ofCurrentPatient(db, params.id, async (ids) => {
      const [medications, allergens] = await Promise.all([
        queries.currentMedications(db, ids),
        queries.allergensOf(db, params.id),
      ])
      return medications.map((one) => ({
        ...one,
        matchesAllergy: unanswered(allergyMatches(one.name, { allergens }), one.allergy).length > 0,
      }))
    })
  })

  serve(app, listPrescriptions, async ({ db, today, audit }) => {
    const prescriptions = await prescriptionsOf(db, await today())
    audit.patientIds = [...new Set(prescriptions.items.map(({ patientId }) => patientId))]
    return prescriptions
  })

  serve(app, prescribeMedication, async ({ transact, params, body, staff }) => {
    return transact((trx, audit) => prescribe(trx, audit, params.id, body, staff.id))
  })

  serve(app, changeMedication, async ({ transact, params, body, staff }) => {
    return transact(async (trx, audit) => {
      const before = await lockStanding(trx, params.id)
      await queries.insertStop(trx, before, { by: staff.id, reason: body.changeReason })
      const changed = await prescribe(trx, audit, before.patientId, body, staff.id, before)
      audit.changes = { ...audit.changes, changed: before.id, reason: body.changeReason }
      return changed
    })
  })

  serve(app, stopMedication, async ({ trx, params, body, staff, audit }) => {
    const before = await lockStanding(trx, params.id)
    audit.patientIds = [before.patientId]
    audit.changes = { stopped: body.reason }
    await queries.insertStop(trx, before, { by: staff.id, reason: body.reason })
    return recordById(trx, medication, params.id)
  })

  serve(app, strikeMedication, (call) => strikeEntry(call, 'medication', medication))
}

/** Locks a medication that is neither stopped nor struck through, and its patient, until the transaction ends. */
async function lockStanding(trx: Transaction<DB>, id: string): Promise<Medication> {
  const { patientId } = await recordById(trx, medication, id)
  found({ gone: entryGone }, await queries.lockPatient(trx, patientId))
  const standing = await recordById(trx, medication, id)
  if (standing.struck) throw new Refusal('entry_struck', 'This entry is already marked as entered in error.')
  if (standing.stopped) {
    const { by, reason } = standing.stopped
    throw new Refusal(
      'medication_stopped',
      `${doctorName(by)} has already stopped this medication: ${reason}`,
    )
  }
  return standing
}

/**
 * Prescribes, once the order has been checked against allergies, the formulary and the patient's current medications.
 */
async function prescribe(
  trx: Transaction<DB>,
  audit: AuditNote,
  patientId: string,
  body: MedicationForm | MedicationChange,
  staffId: string,
  replaces?: Medication,
): Promise<Medication> {
  const { evenIfUnlikely, ...form } = body
  const locked = await queries.lockPatient(trx, patientId)
  const patient = found(patientRecord, locked?.isMerged && !replaces ? undefined : locked)
  if (form.startsOn < patient.dateOfBirth)
    throw invalidField('startsOn', 'The start can’t be before the patient’s birth')
  const allergy = refuseAllergy(form, patient)
  const dosed = dosedOf(patient)
  const doseQuestion = refuseDose(form, doseQuestions(form, dosed, await formulary(trx)))
  const weight = dosingWeight(dosed)?.kilograms ?? null
  if (evenIfUnlikely.length === 0) {
    const others = await queries.currentMedications(trx, await recordIds(trx, patientId))
    refuseTwice(form, others)
  }
  const act: HeldAct = {
    ...(replaces
      ? { endpoint: 'changeMedication', id: replaces.id }
      : { endpoint: 'prescribeMedication', id: patientId }),
    body,
    words: allergy && overrideWords(form, patient, allergy, replaces),
    actorId: staffId,
  }
  const countersignature = await heldCountersignature(trx, act, form.countersignature)
  const id = await queries
    .insertMedication(
      trx,
      patient,
      {
        ...form,
        allergy,
        allergyReason: allergy && form.allergyReason,
        weight,
        doseQuestion,
        doseReason: doseQuestion && form.doseReason,
        replacesId: replaces?.id ?? null,
        countersignature,
      },
      staffId,
    )
    .catch((error: unknown) => {
      throw countersignatureRefusal(entryRefusal(error), act)
    })
  const countersignedBy = await witnessOf(trx, countersignature)
  const { name, dose, unit, allergyReason, doseReason } = form
  audit.subjectId = id
  audit.patientIds = [patientId]
  audit.changes = {
    name,
    dose,
    unit,
    evenIfUnlikely,
    ...(allergy && { allergy, allergyReason }),
    ...(countersignedBy && { countersignedBy }),
    ...(doseQuestion && { doseQuestion, doseReason }),
  }
  return recordById(trx, medication, id)
}

/** The allergies that match the medicine, if a reason was given; null if none match. @throws Refusal without a reason */
function refuseAllergy(form: { name: string; allergyReason: string | null }, patient: queries.Prescribed) {
  const matches = allergyMatches(form.name, patient)
  if (matches.length === 0) return null
  if (!form.allergyReason) {
    const message = `${matchWords(form.name, matches)} Give a reason, or choose another medicine.`
    throw new Refusal('allergy_match', message, { errors: [{ path: 'allergyReason', message }] })
  }
  return givenAgainst(matches)
}

/** The act as the second person reads it, and as it is going to be on record. */
function overrideWords(
  form: Pick<Medication, 'name' | 'dose' | 'unit' | 'route' | 'frequency' | 'allergyReason'>,
  patient: queries.Prescribed,
  allergy: string,
  replaces?: Medication,
): string {
  const order = `${form.name} (${orderWords(form)})`
  const act = replaces
    ? `Change ${replaces.name} (${orderWords(replaces)}) to ${order}`
    : `Prescribe ${order}`
  return `${act} for ${patient.name} despite allergy to ${allergy}. Reason: ${form.allergyReason}`
}

function dosedOf({ today, weight, weighedOn, ...patient }: queries.Prescribed): Dosed {
  return {
    age: youngestOn(today, patient),
    weight: weight === null ? null : { kilograms: weight, on: weighedOn },
    today,
  }
}

/** The questions about the dose, or null if there are none. Refuses if there are questions but no reason. */
function refuseDose({ doseReason }: { doseReason: string | null }, questions: readonly string[]) {
  if (questions.length === 0) return null
  const asked = askedWords(questions)
  if (doseReason) return asked
  const message = `${asked} Give a reason, or change the dose.`
  throw new Refusal('dose_unlikely', message, { errors: [{ path: 'doseReason', message }] })
}

function refuseTwice({ name }: { name: string }, others: readonly Medication[]): void {
  const same = others.find((other) => isSameMedicine(other.name, name))
  if (!same) return
  const message = `${same.name} (${orderWords(same)}) is already a current medication. Prescribe ${name} too?`
  throw new Refusal('value_unlikely', message, { errors: [{ path: 'name', message }] })
}
