/** A message to a patient, as it is handed in. */
export interface PatientText {
  id: string
  kind: string
  /** An e-mail address or a phone number, as it is recorded. */
  to: string
  /** Where answers by e-mail go. */
  replyTo: string | null
  subject: string
  text: string
}
