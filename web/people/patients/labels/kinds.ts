/** The printouts that go with a patient, as named in the URL. */
export const labels = ['label', 'wristband', 'wristband-with-photo'] as const
export type Label = (typeof labels)[number]
