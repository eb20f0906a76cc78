/** The units that a hospital can choose. Lantern stores each measurement in the first one. */
export const unitChoices = {
  temperature: ['°C', '°F'],
  weight: ['kg', 'lb'],
  height: ['cm', 'in'],
} as const
export type Measured = keyof typeof unitChoices
export type Units = { readonly [Name in Measured]: (typeof unitChoices)[Name][number] }
