import { sql } from 'kysely'
import { text } from '../../../contract/api/fields.ts'
import { AppointmentBooking } from '../../../contract/front-desk/appointments.ts'
import { identifierField } from '../../../contract/people/imports/fields.ts'
import { appointments as fields } from '../../../contract/people/imports/kinds/appointments.ts'
import { systemsOf } from '../../../contract/people/imports/kinds/kinds.ts'
import { longestIdentifier } from '../../../contract/people/patients.ts'
import { wallClock } from '../../ground/http/hospital.ts'
import { openSystems } from '../identifier-systems/public.ts'
import { booked, bookedTwice, type Found, findBooked, type NamedAppointment } from './appointment-queries.ts'
import type { KindRules } from './kind-rules.ts'
import { problemsOfMapping, suggestMapping, typedRows } from './mapped.ts'

const Booking = AppointmentBooking.pick({ date: true, time: true, type: true, notes: true })
const IdentifierText = text(longestIdentifier)

/** Why a row can't be booked, as it stands in the database; null where it can. */
function problemOf({ mrn, identifiers }: NamedAppointment, found: Found | undefined): string | null {
  if (!found || found.patients.length === 0) return 'No patient has this number'
  if (found.patients.length > 1) return 'The numbers are of different patients'
  if (found.held < identifiers.length + (mrn ? 1 : 0)) return 'The patient does not have all of these numbers'
  if (found.bookable === 0) return 'This patient has died'
  if (!found.doctorId) return 'No doctor who can be booked has this e-mail'
  return found.isTaken ? 'The doctor has another appointment at this time' : null
}

/**
 * Future appointments. Patients are found by MRN or identifier, never by name, and doctors by e-mail. No notifications are
 * sent.
 */
export const appointmentsKind: KindRules = {
  suggest: (db, columns) => suggestMapping(db, fields, columns),
  mappingProblems: (db, mapping, columns) => problemsOfMapping(db, fields, mapping, columns),
  async reader(db, mapping, columns) {
    const rows = typedRows(fields, mapping, columns)
    const now = await wallClock(db)
    const ofSystem = systemsOf(fields, await openSystems(db)).flatMap(({ id }) => {
      const at = rows.columnOf(identifierField(id))
      return at === null ? [] : [{ id, at }]
    })
    return (cells) => {
      const row = rows.read(cells)
      const { problems } = row
      const { mrn, doctor, ...typed } = row.typed
      const parsed = Booking.safeParse(typed)
      rows.note(row, parsed.error?.issues ?? [])
      if (doctor === undefined)
        problems.push({ column: rows.columnOf('doctor'), message: 'Doctor is required' })
      const identifiers = ofSystem.flatMap(({ id, at }) => {
        const given = IdentifierText.safeParse(cells[at] ?? '')
        if (!given.success) problems.push({ column: at, message: 'This can’t be an identifier' })
        return given.data ? [{ systemId: id, value: given.data }] : []
      })
      if (mrn === undefined && identifiers.length === 0)
        problems.push({ column: rows.columnOf('mrn'), message: 'The patient’s number is required' })
      const { data } = parsed
      if (data && (data.date < now.day || (data.date === now.day && data.time <= now.time)))
        problems.push({ column: rows.columnOf('date'), message: 'This is past' })
      if (problems.length > 0 || !data) return { record: null, problems }
      return { record: { ...data, mrn: mrn ?? null, identifiers, doctor }, problems: [] }
    }
  },
  async resolve(db, rows) {
    const named = rows as { line: number; record: NamedAppointment }[]
    const found = await findBooked(db, named)
    return new Map(
      named.map(({ line, record }) => {
        const of = found.get(line)
        const { date, time, type, notes } = record
        const booking = { patientId: of?.patients[0], doctorId: of?.doctorId, date, time, type, notes }
        return [line, { record: booking, problem: problemOf(record, of) }]
      }),
    )
  },
  onRecord: booked,
  markRepeated: bookedTwice,
  patientOf: ({ record }) => (record as { patientId: string }).patientId,
  async add(db, rows, { staffId }) {
    const given = JSON.stringify(rows.map(({ line, id, record }) => ({ line, id, ...record })))
    // One number after another, in the order of the days, as bookings at the desk take them.
    await sql`
      insert into appointment (id, patient_id, doctor_id, date, time, type, notes, queue_number, status_by)
      select id, "patientId", "doctorId", date, time, type, notes, next_queue_number(date), ${staffId}::uuid
      from (select * from jsonb_to_recordset(${given}::jsonb) as given(line integer, id uuid, "patientId" uuid,
        "doctorId" uuid, date date, time time, type appointment_type, notes text) order by date, time, line offset 0) given
    `.execute(db)
  },
  refusal: (constraint) =>
    constraint === 'appointment_one_per_doctor_slot'
      ? 'The doctor was booked for this time in the meantime'
      : constraint === 'appointment_one_per_patient_doctor_day'
        ? 'The patient was booked with this doctor in the meantime'
        : constraint === 'appointment_needs_active_doctor'
          ? 'The doctor can’t be booked any more'
          : constraint === 'appointment_open_needs_current_patient'
            ? 'The patient’s record was removed, or the patient has died'
            : 'The database can’t keep this row',
  async remove(db, ids, { staffId }) {
    const { rows } = await sql<{ id: string; status: string; isEdited: boolean }>`
      select id, status, version > 1 as "isEdited" from appointment where id = any (${ids}::uuid[]) order by id for update
    `.execute(db)
    const kept = new Map<string, string>()
    for (const { id, status, isEdited } of rows) {
      if (status !== 'SCHEDULED' && status !== 'CANCELLED') kept.set(id, 'The patient came')
      else if (status === 'SCHEDULED' && isEdited) kept.set(id, 'The appointment was changed since')
    }
    await sql`
      update appointment set status = 'CANCELLED', cancel_reason = 'OTHER', cancel_note = 'Import undone',
        status_by = ${staffId}, version = version + 1, updated_at = now()
      where id = any (${ids.filter((id) => !kept.has(id))}::uuid[]) and status = 'SCHEDULED'
    `.execute(db)
    return { kept }
  },
  async tellLists(db, batchId) {
    await sql`select pg_notify('lantern', ${`appointments-imported:${batchId}:queue`})`.execute(db)
  },
}
