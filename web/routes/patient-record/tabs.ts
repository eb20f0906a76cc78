/** The tabs of a record, as named in the URL. */
export const recordTabs = ['overview', 'appointments', 'admissions', 'timeline', 'access'] as const
