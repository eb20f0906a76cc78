/** The acts of the dialogs on a patient's page. The act is in the page's address, so that a reload keeps it. */
export const patientActs = ['admit', 'transfer', 'discharge', 'edit', 'status', 'takeBackDeath'] as const
export type PatientAct = (typeof patientActs)[number]
