import type { ErrorCode } from '../../contract/api/errors.ts'

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
  stay_one_per_bed: {
    code: 'bed_occupied',
    detail: 'Somebody else lies in this bed at that time. Choose another bed.',
  },
  stay_one_per_admission: { code: 'conflict', detail: 'The patient lay in another bed at that time.' },
  stay_open_needs_usable_bed: {
    code: 'bed_not_available',
    detail: 'This bed is in maintenance, in use, or has been removed.',
  },
  stay_bed_id_fkey: { code: 'bed_not_available', detail: 'This bed has been removed.' },
  stay_open_needs_active_admission: {
    code: 'admission_closed',
    detail: 'The patient has already been discharged.',
  },
  admission_one_active_per_patient: {
    code: 'patient_already_admitted',
    detail: 'The patient is already in a bed. Transfer them instead.',
  },
  admission_active_needs_patient: {
    code: 'patient_has_active_admission',
    detail: 'This patient is admitted. Discharge them first.',
  },
  admission_discharged_after_admission: {
    code: 'invalid_input',
    detail: 'The discharge can’t be before the admission.',
  },
  stay_ends_after_start: {
    code: 'invalid_input',
    detail: 'The discharge can’t be before the patient came to this bed.',
  },
  bed_number_once: { code: 'bed_number_taken', detail: 'Another bed already has this number.' },
  batch_never_below_zero: {
    code: 'not_enough_stock',
    detail: 'There is less than that. Nothing was booked.',
  },
  item_never_below_zero: { code: 'not_enough_stock', detail: 'There is less than that. Nothing was booked.' },
  movement_not_expired: {
    code: 'stock_expired',
    detail: 'This batch has expired and can’t be issued. Dispose of it.',
  },
  movement_item_current: { code: 'not_found', detail: 'This item has been deleted.' },
  inventory_item_supplier_id_fkey: { code: 'invalid_input', detail: 'This supplier does not exist.' },
  batch_supplier_id_fkey: { code: 'invalid_input', detail: 'This supplier does not exist.' },
  inventory_item_location_id_fkey: { code: 'invalid_input', detail: 'This storage location does not exist.' },
  purchase_order_transition: { code: 'purchase_order_closed', detail: 'The order has moved on meanwhile.' },
  order_line_not_over_received: {
    code: 'over_received',
    detail: 'More than a tenth above what was ordered.',
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
