/** What a list that shows scores needs of NEWS2: how it is counted is in `news2.ts`, which such a list does without. */

export const news2Bands = ['Low', 'Low–medium', 'Medium', 'High'] as const
export type News2Band = (typeof news2Bands)[number]

/** From this age on somebody counts as an adult: NEWS2 is for them alone. */
export const adultFrom = 16
