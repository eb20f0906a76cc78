import type { FastifyInstance } from 'fastify'
import { daysAfter } from '../../../contract/days.ts'
import { mostIdentifierSystems } from '../../../contract/people/identifier-systems.ts'
import {
  deletePatient,
  editPatient,
  exportPatients,
  findLabelledPatient,
  listPatients,
  type Patient,
  type PatientFilter,
  type PatientForm,
  printPatients,
  readPatient,
  summarizePatients,
} from '../../../contract/people/patients.ts'
import {
  findProbableDuplicates,
  type PatientRegistration,
  previewMrn,
  registerPatient,
} from '../../../contract/people/registration.ts'
import type { Database } from '../../ground/db/connect.ts'
import { requirePermission } from '../../ground/http/admit.ts'
import { invalidField, tooManyToPrint, violatedConstraint } from '../../ground/http/errors.ts'
import type { HospitalReader } from '../../ground/http/hospital.ts'
import { serve } from '../../ground/http/serve.ts'
import { csvOf } from '../../ground/records/csv.ts'
import { type EditOf, editRecord, recordById, retireRecord, updateRow } from '../../ground/records/record.ts'
import {
  type GivenIdentifier,
  requireFitting,
  requireFree,
  takenConstraints,
} from '../identifier-systems/public.ts'
import { probableDuplicates } from './duplicates.ts'
import { exportColumns } from './export.ts'
import { newPatientDays } from './public.ts'
import * as queries from './queries.ts'
import { labelledPatient, patientRecord } from './record.ts'
import { isNextVersion, report, reportRefusal, unlisted } from './reported-allergies.ts'

export function patientRoutes(app: FastifyInstance) {
  serve(app, listPatients, async ({ db, query, hospital, audit }) => {
    const { page, limit, cursor, ...filter } = query
    const list = await queries.patientPage(db, await selection(db, hospital, filter), { page, limit, cursor })
    audit.patientIds = list.items.map((patient) => patient.id)
    return list
  })

  serve(app, exportPatients, async ({ db, query, hospital, audit, today }) => {
    // Naming each of a million patients would drown the trail: the filter says who was exported.
    audit.changes = { exported: query }
    return csvOf(
      await queries.patientStream(db, await selection(db, hospital, query)),
      exportColumns(await today()),
    )
  })

  serve(app, printPatients, async ({ db, query, hospital, audit }) => {
    const printed = await queries.patientsToPrint(db, await selection(db, hospital, query))
    if (!printed) throw tooManyToPrint('patients')
    audit.patientIds = printed.map((patient) => patient.id)
    audit.changes = { printed: query }
    return printed
  })

  serve(app, summarizePatients, async ({ db, hospital, today }) => {
    const day = await today()
    const since = daysAfter(day, 1 - newPatientDays)
    const { timeZone } = await hospital.read()
    const registeredFrom = await queries.startOfDay(db, since, timeZone)
    const [totalPatients, figures] = await Promise.all([
      queries.countCurrent(db),
      queries.patientFigures(db, day, registeredFrom),
    ])
    return { totalPatients, newPatientsSince: since, ...figures }
  })

  serve(app, previewMrn, async ({ db }) => {
    return { mrn: `MRN${String(await queries.nextMrnNumber(db)).padStart(4, '0')}` }
  })

  serve(app, findProbableDuplicates, async ({ db, body, audit }) => {
    const alike = await probableDuplicates(db, body)
    audit.patientIds = alike.map((patient) => patient.id)
    return alike
  })

  serve(app, readPatient, async ({ db, params, audit }) => {
    audit.patientIds = [params.id]
    return recordById(db, patientRecord, params.id)
  })

  serve(app, findLabelledPatient, async ({ db, query, hospital, audit }) => {
    const instead = 'Find the patient by name or MRN.'
    const patient = await labelledPatient(db, hospital, query.code, instead)
    audit.subjectId = patient.id
    audit.patientIds = [patient.id]
    return patient
  })

  serve(app, registerPatient, async ({ db, create, body, today, staff }) => {
    if (body.allergies !== null) requirePermission(staff, 'allergy.report')
    refuseUnborn(body, await today())
    const given = identifiersIn(body)
    await requireFitting(db, given)
    return create(queries.registration(body, staff.id, given)).catch(async (error: unknown) => {
      if (takenConstraints.includes(violatedConstraint(error)))
        await requireFree(db, staff, given, { patientId: null })
      throw error
    })
  })

  serve(app, editPatient, async (call) => {
    const { params, body, today, audit } = call
    refuseUnborn(body, await today())
    audit.patientIds = [params.id]
    call.permit('describe')
    return editRecord(call, patientRecord, async (before) => {
      // A stale form is refused as a whole.
      const isLatest = before.version === call.version
      const reports = isLatest && body.allergies ? await unlisted(call.trx, params.id, body.allergies) : []
      if (reports.length > 0) call.permit('reportAllergies')
      if (body.id !== undefined && body.id !== params.id)
        throw invalidField('id', 'This is another patient’s id')
      if (body.mrn !== undefined && body.mrn !== before.mrn)
        throw invalidField('mrn', 'The MRN can’t be changed')
      const isWritten = await updateRow(call, 'patient', queries.patientValues(withPrecision(body, before)))
      if (reports.length === 0) return isWritten
      if (!isWritten && !(await isNextVersion(call.trx, before))) return false
      await report(call.trx, params.id, reports, call.staff.id).catch((error: unknown) => {
        throw reportRefusal(error)
      })
      return true
    })
  })

  serve(app, deletePatient, (call) => {
    call.audit.patientIds = [call.params.id]
    return retireRecord(call, patientRecord, 'patient', () => ({ retired: true }))
  })
}

async function selection(
  db: Database,
  hospital: HospitalReader,
  filter: PatientFilter,
): Promise<queries.PatientSelection> {
  if (!filter.registeredSince) return { ...filter, registeredFrom: null }
  const { timeZone } = await hospital.read()
  return { ...filter, registeredFrom: await queries.startOfDay(db, filter.registeredSince, timeZone) }
}

function identifiersIn({ identifiers = {} }: PatientRegistration): GivenIdentifier[] {
  if (Object.keys(identifiers).length > mostIdentifierSystems)
    throw invalidField('identifiers', `At most ${mostIdentifierSystems} identifiers`)
  return Object.entries(identifiers).flatMap(([systemId, value]) =>
    value === null ? [] : [{ systemId, value, path: `identifiers.${systemId}` }],
  )
}

/** A date that is changed without a word on how much of it is known is a day. */
function withPrecision(edit: EditOf<PatientForm>, { dateOfBirth }: Patient): EditOf<PatientForm> {
  const isMoved = edit.dateOfBirth !== undefined && edit.dateOfBirth !== dateOfBirth
  return { ...edit, birthPrecision: edit.birthPrecision ?? (isMoved ? 'DAY' : undefined) }
}

function refuseUnborn({ dateOfBirth }: { dateOfBirth?: string | undefined }, today: string) {
  if (dateOfBirth && dateOfBirth > today)
    throw invalidField('dateOfBirth', 'Date of birth can’t be in the future')
}
