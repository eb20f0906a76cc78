/** NEWS2 bands, for lists that show scores. The scoring is in `news2.ts`, so that such lists don't load it. */

export const news2Bands = ['Low', 'Low–medium', 'Medium', 'High'] as const
export type News2Band = (typeof news2Bands)[number]

/** The age from which NEWS2 applies. */
export const adultFrom = 16
