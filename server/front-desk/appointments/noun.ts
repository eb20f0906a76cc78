import type { Noun } from '../../ground/http/noun.ts'
import { live } from './live.ts'
import { missedCallRoutes } from './missed-calls.ts'
import { appointmentRoutes } from './routes.ts'
import { seriesRoutes } from './series.ts'

export const appointments = {
  routes(app) {
    appointmentRoutes(app)
    missedCallRoutes(app)
    seriesRoutes(app)
  },
  live,
  constraints: {
    appointment_needs_active_doctor: {
      code: 'invalid_input',
      detail: 'This doctor can’t be booked. Choose another.',
    },
    appointment_one_per_doctor_slot: {
      code: 'doctor_slot_taken',
      detail: 'The doctor already has an appointment at that time. Choose another time.',
    },
    appointment_one_per_seat: {
      code: 'doctor_slot_taken',
      detail: 'The doctor already has an appointment at that time. Choose another time.',
    },
    appointment_in_hours: { code: 'outside_hours', detail: 'The doctor sees no patients at that time.' },
    appointment_while_doctor_is_in: { code: 'doctor_away', detail: 'The doctor is away at that time.' },
    appointment_while_free: { code: 'session_full', detail: 'All places are taken at that time.' },
    appointment_walk_ins: {
      code: 'session_full',
      detail: 'The session takes no more patients without an appointment.',
    },
    appointment_at_a_time_that_is: {
      code: 'invalid_input',
      detail: 'There is no such time on that day: the clocks go forward. Choose another time.',
      path: 'time',
    },
    appointment_one_per_patient_doctor_day: {
      code: 'patient_already_booked',
      detail: 'The patient already has an appointment with this doctor on that day.',
    },
    appointment_queue_number_once_a_day: {
      code: 'conflict',
      detail: 'That queue number was just given to someone else. Try again.',
    },
    appointment_transition: {
      code: 'transition_refused',
      detail: 'The appointment has changed. The list shows its current status.',
    },
    appointment_not_queued_while_admitted: {
      code: 'transition_refused',
      detail: 'The patient is admitted. See the patient on the ward, or discharge them first.',
    },
    appointment_missed_after_third_call: {
      code: 'transition_refused',
      detail: 'A visit can end as ‘Did not attend’ after the third call.',
    },
    appointment_missed_without_entries: {
      code: 'transition_refused',
      detail:
        'A visit note was signed or vital signs were recorded since the call. Complete the visit instead.',
    },
    appointment_queued_on_its_day: {
      code: 'transition_refused',
      detail: 'Patients can only be added to the queue on the day of their appointment.',
    },
    appointment_missed_from_its_day: {
      code: 'transition_refused',
      detail: '‘Did not attend’ can be recorded from the day of the appointment. Choose another reason.',
    },
    appointment_in_queue_keeps_its_day: {
      code: 'transition_refused',
      detail: 'The patient is in the queue. Cancel this appointment to book another day.',
    },
    appointment_closed: {
      code: 'appointment_closed',
      detail: 'Only an appointment that has not started can be rescheduled.',
    },
    appointment_open_needs_current_patient: {
      code: 'patient_has_open_appointment',
      detail: 'This patient has an open appointment. Complete or cancel it first.',
    },
  },
} satisfies Noun
