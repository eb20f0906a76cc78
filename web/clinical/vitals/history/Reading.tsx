import { deviation, massIndexDeviation } from '../../../../contract/clinical/normal.ts'
import {
  bodyMassIndex,
  consciousnessNames,
  oxygenNames,
  type SignName,
  spokenReading,
  writtenReading,
} from '../../../../contract/clinical/signs.ts'
import type { Units } from '../../../../contract/clinical/units/unit-choices.ts'
import type { VitalSigns } from '../../../../contract/clinical/vitals.ts'
import { StatusBadge, type StatusLook, statusColors } from '../../../ground/ui/StatusBadge.tsx'
import { useUnits } from '../units.ts'
import classes from '../Vitals.module.css'
import { deviationLooks, notAlertLook, signLabels } from '../words.ts'
import sheet from './SetsTable.module.css'

/** The signs of a set that are shown, in this order. */
export const shownSigns = [
  'temperature',
  'pulse',
  'respiratoryRate',
  'bloodPressure',
  'oxygenSaturation',
  'consciousness',
  'pain',
  'weight',
  'height',
] as const
export type Shown = (typeof shownSigns)[number]

export function labelOf(of: Shown): string {
  return of === 'bloodPressure' ? 'Blood Pressure' : signLabels[of]
}

interface ReadingProps {
  of: Shown
  set: VitalSigns
  /** The patient's age at the time. */
  months: number
}

/** One reading with its unit, marked in words where it is outside the usual at that age. */
export function Reading({ of, set, months }: ReadingProps) {
  const look = lookOf(of, set, months)
  return (
    <span className={classes.reading}>
      <span className={classes.value}>{wordsOf(of, set, useUnits())}</span>
      {look && <StatusBadge look={look} />}
    </span>
  )
}

/** A reading in a line that names the unit: the figure, and a mark if it is unusual. */
export function Figure({ of, set, months }: ReadingProps) {
  const look = set.struck ? undefined : lookOf(of, set, months)
  const { text, ground } = look ? statusColors(look) : {}
  return (
    <span
      className={sheet.figure}
      data-marked={look && true}
      style={{ color: text, backgroundColor: ground }}
      title={look?.word}
    >
      {look && <look.icon size={14} stroke={2} aria-hidden="true" />}
      {figureOf(of, set, useUnits())}
      {look && <span className="sr-only">, {look.word.toLowerCase()}</span>}
    </span>
  )
}

export function isTaken(of: Shown, set: VitalSigns): boolean {
  return set[of === 'bloodPressure' ? 'systolic' : of] !== null
}

/** Without its unit; null where it was not taken. */
export function figureOf(of: Shown, set: VitalSigns, units: Units): string | null {
  if (of === 'consciousness') return set.consciousness && consciousnessNames[set.consciousness]
  if (of === 'bloodPressure') {
    const { systolic, diastolic } = set
    return systolic === null ? null : `${systolic}/${diastolic ?? '–'}`
  }
  const value = set[of]
  if (value === null) return null
  const isOnOxygen = of === 'oxygenSaturation' && set.oxygen === 'OXYGEN'
  return isOnOxygen ? `${value} on oxygen` : writtenReading(of, value, units)
}

function wordsOf(of: Shown, set: VitalSigns, units: Units): string | null {
  if (of === 'consciousness') return figureOf(of, set, units)
  if (of === 'bloodPressure') return `${figureOf(of, set, units)} mmHg`
  const value = set[of]
  if (value === null) return null
  const said = spokenReading(of, value, units)
  return of === 'oxygenSaturation' && set.oxygen
    ? `${said} on ${oxygenNames[set.oxygen].toLowerCase()}`
    : said
}

/** All of a set, in words. */
export function saidIn(set: VitalSigns, units: Units): string[] {
  return shownSigns.flatMap((of) => (isTaken(of, set) ? (wordsOf(of, set, units) ?? []) : []))
}

function lookOf(of: Shown, set: VitalSigns, months: number): StatusLook | undefined {
  if (!isTaken(of, set)) return undefined
  if (of === 'consciousness') return set.consciousness === 'ALERT' ? undefined : notAlertLook
  const { usesScale2, oxygen } = set
  const names: SignName[] = of === 'bloodPressure' ? ['systolic', 'diastolic'] : [of]
  for (const name of names) {
    const value = set[name]
    const way = value === null ? undefined : deviation(name, value, { months, usesScale2, oxygen })
    if (way) return deviationLooks[way]
  }
  return undefined
}

/** Whether a sign of a set is outside the usual at that age. */
export function isOutOfRange(set: VitalSigns, months: number): boolean {
  return shownSigns.some((of) => lookOf(of, set, months))
}

/** Computed from the latest weight and height. */
export function MassIndex({ weight, height, months }: { weight: number; height: number; months: number }) {
  const index = bodyMassIndex(weight, height)
  const way = massIndexDeviation(index, months)
  return (
    <span className={classes.reading}>
      <span className={classes.value}>{index} kg/m²</span>
      {way && <StatusBadge look={deviationLooks[way]} />}
    </span>
  )
}
