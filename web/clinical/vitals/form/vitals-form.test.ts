import { expect, test } from 'vitest'
import { deviation } from '../../../../contract/clinical/normal.ts'
import { kept, writtenReading } from '../../../../contract/clinical/signs.ts'
import { keptUnits } from '../../../../contract/clinical/units/units.ts'
import { blankVitals, restoredVitals, scoredSoFar, type VitalsValues, vitalsSchema } from './vitals-form.ts'

const now = { day: '2026-11-22', time: '10:30' }
const typed = (changed: Partial<VitalsValues>): VitalsValues => ({ ...blankVitals(now, 'key'), ...changed })
const schema = vitalsSchema({ timeZone: 'Asia/Kolkata', units: keptUnits }, () => ['pulse'])
const problemsOf = (changed: Partial<VitalsValues>) =>
  schema.safeParse(typed(changed)).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('numbers are taken with a comma or a point, and the time by the hospital’s clock', () => {
  const set = schema.parse(typed({ temperature: ' 36,8', pulse: '210', weight: '80.25' }))
  expect(set).toMatchObject({ temperature: 36.8, pulse: 210, weight: 80.25, height: null })
  // Confirmed values are sent as such; a set taken now has no time.
  expect(set.evenIfUnlikely).toEqual(['pulse'])
  expect(set).not.toHaveProperty('takenAt')
  const earlier = schema.parse(typed({ pulse: '70', isEarlier: true, takenAt: '04:00' }))
  expect(earlier.takenAt).toBe('2026-11-21T22:30:00.000Z')
})

test('what was typed a while ago is restored as taken then, by the hospital’s clock', () => {
  const typedAt = Date.parse('2026-11-21T22:30:00Z')
  const restored = (minutes: number, changed: Partial<VitalsValues> = {}) => {
    const late = { typedAt, now: typedAt + minutes * 60_000, timeZone: 'Asia/Kolkata' }
    const { isEarlier, takenDay, takenAt } = restoredVitals(typed({ pulse: '70', ...changed }), late)
    return isEarlier && `${takenDay} ${takenAt}`
  }
  expect(restored(4)).toBe(false)
  expect(restored(120)).toBe('2026-11-22 04:00')
  // A time that was typed is kept.
  expect(restored(120, { isEarlier: true, takenDay: '2026-11-20', takenAt: '23:10' })).toBe(
    '2026-11-20 23:10',
  )
})

test('which saturation is aimed at is left to the last set until it is known', () => {
  expect(schema.parse(typed({ pulse: '70' }))).not.toHaveProperty('usesScale2')
  expect(schema.parse(typed({ pulse: '70', usesScale2: false })).usesScale2).toBe(false)
  const saturated = (usesScale2: boolean | null) =>
    scoredSoFar(typed({ oxygenSaturation: '90', usesScale2 }), keptUnits).oxygenSaturation
  expect([null, true, false].map(saturated)).toEqual([null, 90, 90])
})

test('what is no number, no day or no time is said beside its field', () => {
  expect(problemsOf({ pulse: 'fast' })).toEqual([['pulse', 'Enter a number']])
  expect(problemsOf({ weight: '1,234' })).toEqual([['weight', 'At most 2 decimals']])
  expect(problemsOf({ pulse: '70', isEarlier: true, takenDay: '31 Feb', takenAt: '' })).toEqual([
    ['takenDay', 'Enter a valid date, e.g. 21 Nov 2026'],
    ['takenAt', 'Time is required'],
  ])
  expect(problemsOf({})).toEqual([['temperature', 'Enter at least one vital sign']])
})

test('the score is told of what is typed so far, and half a number is none', () => {
  expect(scoredSoFar(typed({ pulse: '7x', temperature: '37' }), keptUnits)).toMatchObject({
    pulse: null,
    temperature: 37,
  })
})

const american = { temperature: '°F', weight: 'lb', height: 'in' } as const
const inAmerican = vitalsSchema({ timeZone: 'America/Chicago', units: american }, () => [])

test('numbers are taken in the hospital’s units, kept in °C, kg and cm, and read as they were written', () => {
  const set = inAmerican.parse(typed({ temperature: '98.5', weight: '176', height: '69.5' }))
  expect(set).toMatchObject({ temperature: 36.94, weight: 79.83, height: 176.5 })
  for (const [name, from, to] of [
    ['temperature', 90, 110],
    ['weight', 1, 400],
    ['height', 20, 80],
  ] as const) {
    for (let tenths = from * 10; tenths <= to * 10; tenths++) {
      const written = tenths / 10
      expect(Number(writtenReading(name, kept(name, written, american), american))).toBe(written)
    }
  }
})

test('what can’t be is refused in the hospital’s units, with the unit that was probably meant', () => {
  const said = (changed: Partial<VitalsValues>) =>
    inAmerican.safeParse(typed(changed)).error?.issues.map(({ message }) => message)
  expect(said({ temperature: '37' })).toEqual(['Enter 50.0 °F to 114.8 °F. 37 °C is 98.6 °F'])
  expect(said({ temperature: '98.65' })).toEqual(['At most 1 decimal'])
  expect(said({ weight: '2000' })).toEqual(['Enter 0.5 lb to 1433 lb'])
  expect(problemsOf({ temperature: '36.85' })).toEqual([['temperature', 'At most 1 decimal']])
})

test('a temperature scores, and is marked, as it would be written in °C', () => {
  // 100.4 °F are 38.0 °C, and 100.5 are 38.06: kept like that, and read as 38.1.
  const marks = ['100.4', '100.5'].map((temperature) => {
    const set = scoredSoFar(typed({ temperature }), american)
    return deviation('temperature', set.temperature ?? 0, { months: 480 })
  })
  expect(marks).toEqual([undefined, 'high'])
})
