import { sql } from 'kysely'
import type { Change } from '../../ground/db/changes.ts'
import type { Database } from '../../ground/db/connect.ts'
import { always, itself, type LiveNoun, type LiveRecords, where } from '../../ground/http/live-noun.ts'
import { appointmentsTold } from './queries.ts'

const records: LiveRecords = {
  noun: 'appointment',
  kinds: ['queue', 'appointments-of-day', 'doctor-appointments', 'appointment'],
  scopesOf({ id, told: { day = [], doctor = [], queue } }, today) {
    const days = day.map((one) => `appointments-of-day:${one}`)
    const doctors = doctor.map((one) => `doctor-appointments:${one}`)
    return [...days, ...doctors, `appointment:${id}`, ...(queue || day.includes(today) ? ['queue'] : [])]
  },
  async read(db, ids, today) {
    const found = await appointmentsTold(db, ids, today)
    return found.map(({ appointment, isOnQueue }) => ({
      record: appointment,
      patientId: appointment.patientId,
      scopes: [
        `appointments-of-day:${appointment.date}`,
        `doctor-appointments:${appointment.doctorId}`,
        `appointment:${appointment.id}`,
        ...(isOnQueue ? ['queue'] : []),
      ],
    }))
  },
  carrying: { patient: ofRenamed },
  overturned: { staff: isNamed, 'appointments-imported': () => true },
}

/** The appointments that carry the names of these patients; a patient's are few. */
async function ofRenamed(db: Database, changes: readonly Change[]): Promise<Change[]> {
  const patients = changes.filter(({ told }) => told.identity).map(({ id }) => id)
  if (patients.length === 0) return []
  const { rows } = await sql<{ id: string; date: string; patientId: string; doctorId: string }>`
    select id, date, patient_id as "patientId", doctor_id as "doctorId" from appointment
    where patient_id = any (${patients}::uuid[])
  `.execute(db)
  return rows.map(({ id, date, patientId, doctorId }) => ({
    noun: 'appointment',
    id,
    told: { day: [date], doctor: [doctorId], patient: [patientId], queue: [] },
  }))
}

function isNamed({ told }: Change) {
  return told.named !== undefined
}

export const live: LiveNoun = {
  records: [records],
  stale: {
    appointment: { 'record-access': always },
    appointments: {
      appointment: always,
      'appointments-imported': always,
      patient: where('identity'),
      staff: where('named', 'room'),
      'record-access': always,
    },
    // Few of a day's changes are of one that is over, and every open queue counts these.
    'earlier-appointments': {
      appointment: ({ told: { day = [] } }, today) => (day.some((one) => one < today) ? 'every' : []),
    },
    'patient-appointments': {
      appointment: ({ told }) => told.patient ?? [],
      'appointments-imported': always,
      patient: itself,
      staff: where('named'),
      'record-access': itself,
    },
  },
}
