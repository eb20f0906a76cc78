import { expect, test } from 'vitest'
import { blankVitals, scoredSoFar, type VitalsValues, vitalsSchema } from './vitals-form.ts'

const now = { day: '2026-11-22', time: '10:30' }
const typed = (changed: Partial<VitalsValues>): VitalsValues => ({ ...blankVitals(now, 'key'), ...changed })
const schema = vitalsSchema('Asia/Kolkata', () => ['pulse'])
const problemsOf = (changed: Partial<VitalsValues>) =>
  schema.safeParse(typed(changed)).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('numbers are taken with a comma or a point, and the time by the hospital’s clock', () => {
  const set = schema.parse(typed({ temperature: ' 36,8', pulse: '210', weight: '80.25' }))
  expect(set).toMatchObject({ temperature: 36.8, pulse: 210, weight: 80.25, height: null })
  // Of what was asked about, the server is told that it was meant; what is taken now says no time.
  expect(set.evenIfUnlikely).toEqual(['pulse'])
  expect(set).not.toHaveProperty('takenAt')
  const earlier = schema.parse(typed({ pulse: '70', isEarlier: true, takenAt: '04:00' }))
  expect(earlier.takenAt).toBe('2026-11-21T22:30:00.000Z')
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
  expect(scoredSoFar(typed({ pulse: '7x', temperature: '37' }))).toMatchObject({
    pulse: null,
    temperature: 37,
  })
})
