/** The units that a hospital can measure in; the first of each is the one in which Lantern keeps what is measured. */
export const unitChoices = {
  temperature: ['°C', '°F'],
  weight: ['kg', 'lb'],
  height: ['cm', 'in'],
} as const
export type Measured = keyof typeof unitChoices
export type Units = { readonly [Name in Measured]: (typeof unitChoices)[Name][number] }
