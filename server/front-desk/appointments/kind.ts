import { noteMissedCall } from '../../contract/appointments/missed-calls.ts'
import {
  type Appointment,
  callNext,
  cancelAppointment,
  changeAppointment,
  undoAppointmentChange,
} from '../../contract/appointments.ts'
import type { AuditNote } from '../http/calls.ts'
import type { EditedKind } from '../records/record.ts'
import { appointmentById } from './queries.ts'

export const appointment: EditedKind<Appointment> = {
  called: 'this appointment',
  gone: 'This appointment does not exist.',
  read: appointmentById,
  changedBy: [changeAppointment, cancelAppointment, undoAppointmentChange, callNext, noteMissedCall],
}

export function noted(audit: AuditNote, about: Appointment): Appointment {
  audit.subjectId = about.id
  audit.patientIds = [about.patientId]
  return about
}
