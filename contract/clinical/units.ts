/** The units that a hospital can measure in; the first of each is the one in which Lantern keeps what is measured. */
export const unitChoices = {
  temperature: ['°C', '°F'],
  weight: ['kg', 'lb'],
  height: ['cm', 'in'],
} as const
export type Measured = keyof typeof unitChoices
export type Units = { readonly [Name in Measured]: (typeof unitChoices)[Name][number] }

/** The other units in which people write what is kept in °C, kg and cm. This is the one place that converts. */
const others = {
  temperature: { unit: '°F', kept: (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9 },
  weight: { unit: 'lb', kept: (pounds: number) => pounds * 0.453_592_37 },
  height: { unit: 'in', kept: (inches: number) => inches * 2.54 },
} as const

/** A number that was typed, taken for the other unit: what would be kept, to one decimal. */
export function converted(sign: string, typed: number): { unit: string; kept: number } | undefined {
  if (!Object.hasOwn(others, sign)) return undefined
  const { unit, kept } = others[sign as keyof typeof others]
  return { unit, kept: Math.round(kept(typed) * 10) / 10 }
}
