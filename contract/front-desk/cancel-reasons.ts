/** The reasons that a user can choose. */
export const givenReasons = ['PATIENT_CANCELLED', 'DID_NOT_ATTEND', 'OTHER'] as const
export type GivenReason = (typeof givenReasons)[number]
/** The database alone sets `ADMITTED`, when a waiting patient is admitted. */
export const cancelReasons = [...givenReasons, 'ADMITTED'] as const
export type CancelReason = (typeof cancelReasons)[number]
export const cancelReasonNames: Record<CancelReason, string> = {
  PATIENT_CANCELLED: 'Patient cancelled',
  DID_NOT_ATTEND: 'Did not attend',
  OTHER: 'Other',
  ADMITTED: 'Admitted',
}
