/** The printouts that go with a patient, as named in the URL. `photo` is a wristband with the photo. */
export const labels = ['label', 'wristband', 'photo'] as const
export type Label = (typeof labels)[number]
