import type { FastifyInstance } from 'fastify'
import {
  deletePatient,
  editPatient,
  exportPatients,
  findProbableDuplicates,
  listPatients,
  type Patient,
  type PatientFilter,
  type PatientForm,
  previewMrn,
  readPatient,
  registerPatient,
  summarizePatients,
} from '../../contract/patients.ts'
import type { Database } from '../db/connect.ts'
import { changedFields, lastChangeOf } from '../http/audit-trail.ts'
import { invalidField, Refusal } from '../http/errors.ts'
import type { HospitalReader } from '../http/hospital.ts'
import { serve } from '../http/serve.ts'
import { patientsAsCsv } from './export.ts'
import * as queries from './queries.ts'

/** 'New' patients are those of this many days, today included. */
const newPatientDays = 30

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
    return patientsAsCsv(queries.patientStream(db, await selection(db, hospital, query)), await today())
  })

  serve(app, summarizePatients, async ({ db, hospital, today }) => {
    const day = await today()
    const since = daysBefore(day, newPatientDays - 1)
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
    const alike = await queries.probableDuplicates(db, body)
    audit.patientIds = alike.map((patient) => patient.id)
    return alike
  })

  serve(app, readPatient, async ({ db, params, audit }) => {
    audit.patientIds = [params.id]
    return current(await queries.patientById(db, params.id))
  })

  serve(app, registerPatient, async ({ db, create, body, today }) => {
    refuseUnborn(body, await today())
    const patient = await create(queries.registration(db, body))
    if (!patient) throw new Error('mrn_counter has no row')
    return patient
  })

  serve(app, editPatient, async ({ trx, params, body, version, today, audit }) => {
    refuseUnborn(body, await today())
    const before = current(await queries.patientById(trx, params.id))
    if (body.id !== undefined && body.id !== params.id)
      throw invalidField('id', 'This is another patient’s id')
    if (body.mrn !== undefined && body.mrn !== before.mrn)
      throw invalidField('mrn', 'The MRN can’t be changed')
    const after = await queries.updatePatient(trx, params.id, version, body)
    if (!after) throw await staleEdit(trx, params.id)
    audit.patientIds = [params.id]
    audit.changes = changedFields(before, after)
    return after
  })

  serve(app, deletePatient, async ({ trx, params, audit }) => {
    if (!(await queries.retirePatient(trx, params.id))) throw gone()
    audit.patientIds = [params.id]
    audit.changes = { retired: true }
    return { id: params.id }
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

function gone(): Refusal {
  return new Refusal('not_found', 'This patient’s record doesn’t exist or has been removed.')
}

function current(patient: Patient | undefined): Patient {
  if (!patient) throw gone()
  return patient
}

async function staleEdit(db: Database, id: string): Promise<Refusal> {
  const now = current(await queries.patientById(db, id))
  const change = await lastChangeOf(db, id)
  const who = change?.by ?? 'Somebody else'
  return new Refusal('stale_version', `${who} changed this record meanwhile. Nothing of yours is lost.`, {
    current: now,
    ...(change && { changedBy: change.by, changedAt: change.at }),
  })
}

function refuseUnborn(form: PatientForm, today: string) {
  if (form.dateOfBirth > today) throw invalidField('dateOfBirth', 'Date of birth can’t be in the future')
}

/** The calendar day `days` before another. */
function daysBefore(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() - days)
  return moment.toISOString().slice(0, 10)
}
