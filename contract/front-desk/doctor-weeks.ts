import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Id, requiredDay } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { Appointment } from './appointments.ts'

/** A doctor's week on the calendar (record 107). */

export const scopes = {
  'doctor-appointments': {
    summary: 'A doctor’s appointments',
    permission: 'appointment.view',
    key: Id,
    record: Appointment,
  },
} as const satisfies Record<string, ScopeKind>

export const listDoctorAppointments = endpoint({
  name: 'listDoctorAppointments',
  summary: 'A doctor’s appointments of seven days, by day and queue number',
  method: 'GET',
  path: '/appointments/doctors/{doctorId}/weeks/{monday}',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  params: z.strictObject({ doctorId: Id, monday: requiredDay('First day is required') }),
  reply: z.array(Appointment),
})

export const auditWords = {
  listDoctorAppointments: 'a doctor’s appointments of a week',
}
