import {
  type Appointment,
  callNext,
  cancelAppointment,
  changeAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { noteMissedCall } from '../../../contract/front-desk/missed-calls.ts'
import type { AuditNote } from '../../ground/http/request-context.ts'
import type { EditedKind } from '../../ground/records/record.ts'
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
