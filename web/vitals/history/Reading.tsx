import { deviation, massIndexDeviation } from '../../../contract/clinical/normal.ts'
import {
  bodyMassIndex,
  consciousnessNames,
  oxygenNames,
  type SignName,
  spokenReading,
} from '../../../contract/clinical/signs.ts'
import type { VitalSigns } from '../../../contract/clinical/vitals.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import classes from '../Vitals.module.css'
import { deviationLooks, notAlertLook } from '../words.ts'

/** What can be shown of a set. */
export type Shown = Exclude<SignName, 'systolic' | 'diastolic'> | 'bloodPressure' | 'consciousness'

/** One reading of a set with its unit, marked in words where it is outside the usual at that age; null if not taken. */
export function Reading({ of, set, months }: { of: Shown; set: VitalSigns; months: number }) {
  const said = wordsOf(of, set)
  if (said === null) return null
  const look = set.struck ? undefined : lookOf(of, set, months)
  return (
    <span className={classes.reading}>
      <span className={set.struck ? classes.struck : classes.value}>{said}</span>
      {look && <StatusBadge look={look} />}
    </span>
  )
}

export function wordsOf(of: Shown, set: VitalSigns): string | null {
  if (of === 'consciousness') return set.consciousness && consciousnessNames[set.consciousness]
  if (of === 'bloodPressure') {
    const { systolic, diastolic } = set
    return systolic === null ? null : `${systolic}/${diastolic ?? '–'} mmHg`
  }
  const value = set[of]
  if (value === null) return null
  const said = spokenReading(of, value)
  return of === 'oxygenSaturation' && set.oxygen
    ? `${said} on ${oxygenNames[set.oxygen].toLowerCase()}`
    : said
}

function lookOf(of: Shown, set: VitalSigns, months: number): StatusLook | undefined {
  if (of === 'consciousness') return set.consciousness === 'ALERT' ? undefined : notAlertLook
  const { usesScale2 } = set
  const names: SignName[] = of === 'bloodPressure' ? ['systolic', 'diastolic'] : [of]
  for (const name of names) {
    const value = set[name]
    const way = value === null ? undefined : deviation(name, value, { months, usesScale2 })
    if (way) return deviationLooks[way]
  }
  return undefined
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
