/** The meaning of a table, and of those of its columns that `usualMeanings` does not already tell. */
export interface TableMeaning {
  is: string
  columns: Readonly<Record<string, string>>
}
export type Meanings = Readonly<Record<string, TableMeaning>>

/** Columns that mean the same in every table that has them. */
export const usualMeanings: Readonly<Record<string, string>> = {
  id: 'Identifies the row',
  version: 'Counts the edits of the row, from 1',
  created_at: 'When the row was made',
  updated_at: 'When it was last changed',
  recorded_at: 'When it was recorded',
  recorded_by: 'The member of staff who recorded it',
  struck_at: 'When it was marked as entered in error; empty where it is valid',
  struck_by: 'The member of staff who marked it as entered in error',
  struck_reason: 'Why it was marked as entered in error',
  retired_at: 'When it left the lists; empty while it is in use',
  ended_at: 'When it ended; empty while it holds',
  ended_by: 'The member of staff who ended it',
  ended_reason: 'Why it was ended',
  patient_id: 'The patient',
  staff_id: 'The member of staff',
  doctor_id: 'The doctor',
  admission_id: 'The admission',
  appointment_id: 'The appointment',
  visit_note_id: 'The visit note',
  item_id: 'The item',
  batch_id: 'The batch',
  supplier_id: 'The supplier',
  order_id: 'The purchase order',
  unit_id: 'The ward, where the hospital has wards of its own',
  ward: 'The kind of ward',
  clinic_id: 'The clinic',
  department_id: 'The department',
  shift_id: 'The shift',
  countersignature_id: 'The signature of a second person, where the hospital asks for one',
  replaces_id: 'The earlier entry that it replaces',
  by_staff_id: 'The member of staff who did it',
  at: 'When it happened',
  notes: 'Notes',
  reason: 'The reason',
  name: 'The name',
  phone: 'The phone number',
  email: 'The e-mail address',
  address: 'The postal address',
  kind: 'The kind',
  floor: 'The floor',
  serial: 'The position in the audit trail',
  process_id: 'The process of the server',
  scope: 'What the screen followed',
}
