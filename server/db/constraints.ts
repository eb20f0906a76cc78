import type { ErrorCode } from '../../contract/errors.ts'

/**
 * What the violation of a constraint means to the person who caused it. A route that knows more (the time that is
 * taken, the patient's name) says it in its own words; this is the sentence when nobody does.
 */
export const constraintMeanings: Record<string, { code: ErrorCode; detail: string }> = {
  appointment_one_per_doctor_slot: {
    code: 'doctor_slot_taken',
    detail: 'The doctor already has an appointment at that time. Choose another time.',
  },
  appointment_one_per_patient_doctor_day: {
    code: 'patient_already_booked',
    detail: 'The patient already has an appointment with this doctor on that day.',
  },
  appointment_queue_number_once_a_day: {
    code: 'conflict',
    detail: 'That queue number was just given to somebody else. Try again.',
  },
  appointment_transition: {
    code: 'transition_refused',
    detail: 'The appointment has moved on meanwhile. The list shows where it is now.',
  },
  appointment_closed: {
    code: 'appointment_closed',
    detail: 'Only an appointment that has not started can be rescheduled.',
  },
  appointment_open_needs_current_patient: {
    code: 'patient_has_open_appointment',
    detail: 'This patient has an open appointment. Complete or cancel it first.',
  },
  staff_role_offered: {
    code: 'role_not_offered',
    detail: 'This role was not offered to you. Ask an administrator.',
  },
  staff_last_admin: {
    code: 'last_admin',
    detail: 'A hospital needs one active administrator. Make somebody else one first.',
  },
  patient_mrn_once: { code: 'conflict', detail: 'That MRN was just given to somebody else. Try again.' },
}
