/** The parts of a record, as an address names them. */
export const recordTabs = ['overview', 'appointments', 'admissions', 'timeline', 'access'] as const
