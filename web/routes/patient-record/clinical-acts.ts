/** The dialogs that record a clinical entry, as named in the URL. */
export const clinicalActs = ['vitals', 'allergy', 'medication', 'problem'] as const
export type ClinicalAct = (typeof clinicalActs)[number]
