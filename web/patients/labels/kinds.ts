/** What is printed to go with a patient, as an address names it. */
export const labels = ['label', 'wristband'] as const
export type Label = (typeof labels)[number]
