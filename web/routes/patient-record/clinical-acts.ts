/** The dialogs that record a clinical entry, as an address names them. */
export const clinicalActs = ['vitals', 'allergy', 'medication', 'problem'] as const
export type ClinicalAct = (typeof clinicalActs)[number]
