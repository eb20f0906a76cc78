import type { Measured, Units } from './unit-choices.ts'

export const keptUnits: Units = { temperature: '°C', weight: 'kg', height: 'cm' }

/** The other units in which people write what is kept in °C, kg and cm. This is the one place that converts. */
const others = {
  temperature: {
    unit: '°F',
    kept: (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9,
    shown: (celsius: number) => (celsius * 9) / 5 + 32,
  },
  weight: {
    unit: 'lb',
    kept: (pounds: number) => pounds * 0.453_592_37,
    shown: (kilograms: number) => kilograms / 0.453_592_37,
  },
  height: {
    unit: 'in',
    kept: (inches: number) => inches * 2.54,
    shown: (centimetres: number) => centimetres / 2.54,
  },
} as const satisfies Record<Measured, object>

function otherOf(sign: string) {
  return Object.hasOwn(others, sign) ? others[sign as Measured] : undefined
}

/** The other unit of a sign, where the hospital writes it in that one. */
function otherWritten(sign: string, units: Units) {
  const other = otherOf(sign)
  return other && units[sign as Measured] === other.unit ? other : undefined
}

/** The unit in which the hospital writes a sign, where it can choose. */
export function unitIn(units: Units, sign: string): string | undefined {
  return Object.hasOwn(units, sign) ? units[sign as Measured] : undefined
}

/** Whether the hospital writes a sign in another unit than it is kept in. */
export function isConverted(units: Units, sign: string): boolean {
  return otherWritten(sign, units) !== undefined
}

/** A stored value in the hospital's unit; not rounded. */
export function shownIn(units: Units, sign: string, kept: number): number {
  return otherWritten(sign, units)?.shown(kept) ?? kept
}

/** A value in the hospital's unit as it is stored; not rounded. */
export function keptFrom(units: Units, sign: string, written: number): number {
  return otherWritten(sign, units)?.kept(written) ?? written
}

/** A number as it was written, taken for the unit that the hospital does not write: what would be kept. */
export function mistakenFor(
  units: Units,
  sign: string,
  written: number,
): { unit: string; kept: number } | undefined {
  const other = otherOf(sign)
  if (!other) return undefined
  return isConverted(units, sign)
    ? { unit: keptUnits[sign as Measured], kept: written }
    : { unit: other.unit, kept: other.kept(written) }
}
