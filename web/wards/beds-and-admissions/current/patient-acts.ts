/** What a dialog on a patient's page is there to do. It stands in the page's address, so that a reload keeps it. */
export const patientActs = ['admit', 'transfer', 'discharge', 'edit', 'status', 'takeBackDeath'] as const
export type PatientAct = (typeof patientActs)[number]
