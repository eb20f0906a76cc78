import { z } from 'zod'
import type { Scored } from '../../../../contract/clinical/news2.ts'
import {
  type Consciousness,
  kept,
  type OxygenGiven,
  type SignName,
  signNames,
} from '../../../../contract/clinical/signs.ts'
import type { Units } from '../../../../contract/clinical/units/unit-choices.ts'
import { vitalSignsIn } from '../../../../contract/clinical/vitals.ts'
import { typedForm } from '../../../ground/records/form/typed.ts'
import { inZone } from '../../../ground/ui/format.ts'
import { momentAt } from '../../../ground/ui/hospital-moment.ts'

/** The form's values: numbers as typed. */
export type VitalsValues = Record<SignName, string> & {
  consciousness: Consciousness | null
  oxygen: OxygenGiven | null
  /** Null: as in the patient's last set. */
  usesScale2: boolean | null
  /** Not taken now: then the day and the time count, by the hospital's clock. */
  isEarlier: boolean
  takenDay: string
  takenAt: string
  /** Stays the same on every attempt, so that one form never saves two sets. */
  attemptKey: string
}

export function blankVitals(
  now: { day: string; time: string },
  attemptKey: string,
  { isEarlier = false } = {},
): VitalsValues {
  return {
    temperature: '',
    pulse: '',
    respiratoryRate: '',
    systolic: '',
    diastolic: '',
    oxygenSaturation: '',
    weight: '',
    height: '',
    pain: '',
    consciousness: null,
    oxygen: null,
    usesScale2: null,
    isEarlier,
    takenDay: now.day,
    takenAt: now.time,
    attemptKey,
  }
}

/** In milliseconds: signing in again or a reload don't make it earlier. */
const stillNow = 5 * 60_000

/** A draft as it is shown again: what was typed a while ago was not taken now. */
export function restoredVitals(
  draft: VitalsValues,
  { typedAt, now, timeZone }: { typedAt: number; now: number; timeZone: string },
): VitalsValues {
  if (draft.isEarlier || now - typedAt < stillNow) return draft
  const { day, time } = inZone(new Date(typedAt), timeZone)
  return { ...draft, isEarlier: true, takenDay: day, takenAt: time }
}

/** As people type it ('36,8' and '36.8'); null for nothing, NaN for what is no number. */
function readNumber(typed: string): number | null {
  const text = typed.trim()
  return text === '' ? null : Number(text.replace(',', '.'))
}

function readingsOf(values: VitalsValues) {
  return Object.fromEntries(signNames.map((name) => [name, readNumber(values[name])])) as Record<
    SignName,
    number | null
  >
}

const aTime = /^\d\d:\d\d$/

/**
 * The form's schema, for a hospital in this time zone that writes what it measures in these units; what comes out is as it
 * is kept. `evenIf` are the numbers that were asked about and meant.
 */
export function vitalsSchema(
  { timeZone, units }: { timeZone: string; units: Units },
  evenIf: (values: VitalsValues) => readonly SignName[],
) {
  const typed = typedForm(vitalSignsIn(units), (values: VitalsValues) => ({
    ...readingsOf(values),
    consciousness: values.consciousness,
    oxygen: values.oxygen,
    ...(values.usesScale2 !== null && { usesScale2: values.usesScale2 }),
    evenIfUnlikely: evenIf(values),
    ...(values.isEarlier && { takenAt: momentAt(values.takenDay, values.takenAt, timeZone) }),
  }))
  return z
    .custom<VitalsValues>()
    .check(({ value, issues }) => {
      if (!value.isEarlier) return
      if (!z.iso.date().safeParse(value.takenDay).success)
        issues.push({
          code: 'custom',
          input: value,
          path: ['takenDay'],
          message: 'Enter a valid date, e.g. 21 Nov 2026',
        })
      if (!aTime.test(value.takenAt))
        issues.push({ code: 'custom', input: value, path: ['takenAt'], message: 'Time is required' })
    })
    .pipe(typed)
}

/** The values typed so far, converted from these units for NEWS2; a value that is no number yet is missing. */
export function scoredSoFar(values: VitalsValues, units: Units): Scored {
  const readings = readingsOf(values)
  const known = (name: SignName) => {
    const value = readings[name]
    return value !== null && Number.isFinite(value) ? kept(name, value, units) : null
  }
  return {
    respiratoryRate: known('respiratoryRate'),
    // It can't be scored before the scale is known.
    oxygenSaturation: values.usesScale2 === null ? null : known('oxygenSaturation'),
    oxygen: values.oxygen,
    usesScale2: values.usesScale2 ?? false,
    systolic: known('systolic'),
    pulse: known('pulse'),
    consciousness: values.consciousness,
    temperature: known('temperature'),
  }
}
