import { expect, test } from 'vitest'
import { news2 } from './news2.ts'
import { deviation, massIndexDeviation, monthsOn, usualRanges } from './normal.ts'
import { bodyMassIndex, signNames, signs, spokenReading, unlikely } from './signs.ts'
import { VitalSignsForm } from './vitals.ts'

const messagesOf = (form: object) =>
  VitalSignsForm.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message])
const adult = { age: 40, lastWeight: null }

test('every sign has a LOINC code of its own, and its usual numbers are among the likely, those among the possible', () => {
  expect(new Set(signNames.map((name) => signs[name].loinc)).size).toBe(signNames.length)
  for (const name of signNames) {
    // The last digit of a LOINC code checks the others (Luhn).
    const { loinc, possible, likely } = signs[name]
    expect(loinc, name).toMatch(/^\d+-\d$/)
    expect(checkDigit(loinc), name).toBe(Number(loinc.at(-1)))
    for (const range of [likely.adult, likely.child]) {
      expect(range[0], name).toBeGreaterThanOrEqual(possible[0])
      expect(range[1], name).toBeLessThanOrEqual(possible[1])
    }
  }
})

test('what can’t be is refused with what can, and with the unit that was probably meant', () => {
  expect(messagesOf({ pulse: 700 })).toEqual([['pulse', 'Enter 0 /min to 350 /min']])
  expect(messagesOf({ temperature: 98.6 })).toEqual([
    ['temperature', 'Enter 10.0 °C to 46.0 °C. 98.6 °F is 37.0 °C'],
  ])
  expect(messagesOf({ temperature: 370 })).toEqual([['temperature', 'Enter 10.0 °C to 46.0 °C']])
  expect(messagesOf({ pain: 11 })).toEqual([['pain', 'Enter 0/10 to 10/10']])
  expect(messagesOf({ pulse: 72.5 })).toEqual([['pulse', 'Enter a whole number']])
  expect(messagesOf({ temperature: 36.855 })).toEqual([['temperature', 'At most 2 decimals']])
  expect(messagesOf({ oxygen: 'AIR' })).toEqual([['temperature', 'Enter at least one vital sign']])
  expect(messagesOf({ diastolic: 80 })).toEqual([['systolic', 'Enter the systolic blood pressure too']])
  expect(messagesOf({ systolic: 80, diastolic: 120 })).toEqual([
    ['diastolic', 'The diastolic blood pressure must be below the systolic'],
  ])
  expect(messagesOf({ systolic: 90 })).toBeUndefined()
})

test('what is possible and unlikely is asked about, by age', () => {
  expect(unlikely({ pulse: 210, temperature: 37 }, adult)).toEqual({
    pulse: 'A pulse of 210 is unlikely. Save it as typed?',
  })
  expect(unlikely({ pulse: 210 }, { age: 0, lastWeight: null })).toEqual({})
  expect(unlikely({ pulse: 45 }, adult)).toEqual({})
  expect(unlikely({ pulse: 45 }, { age: 3, lastWeight: null })).toEqual({
    pulse: 'A pulse of 45 is unlikely at this age. Save it as typed?',
  })
  expect(unlikely({ oxygenSaturation: 69 }, adult)).toEqual({
    oxygenSaturation: 'An oxygen saturation of 69 is unlikely. Save it as typed?',
  })
})

test('a weight that is far from the last one is asked about, with the pounds that were probably meant', () => {
  const known = { age: 40, lastWeight: { weight: 80, on: '12 Nov 2026' } }
  expect(unlikely({ weight: 104 }, known)).toEqual({})
  expect(unlikely({ weight: 105 }, known)).toEqual({
    weight: 'The weight was 80 kg on 12 Nov 2026. Save 105 kg as typed?',
  })
  expect(unlikely({ weight: 176 }, known)).toEqual({
    weight:
      'The weight was 80 kg on 12 Nov 2026. If 176 lb was meant, that is 79.8 kg. Save 176 kg as typed?',
  })
  expect(unlikely({ weight: 176 }, adult)).toEqual({})
  const inPounds = { temperature: '°F', weight: 'lb', height: 'in' } as const
  expect(unlikely({ weight: 36.29, temperature: 42 }, known, inPounds)).toEqual({
    temperature: 'A temperature of 107.6 is unlikely. Save it as typed?',
    weight:
      'The weight was 176.4 lb on 12 Nov 2026. If 80 kg was meant, that is 176.4 lb. Save 80 lb as typed?',
  })
})

test('what is outside the usual at an age is low or high', () => {
  const grown = { months: 40 * 12 }
  expect(['low', undefined, undefined, 'high']).toEqual(
    [50, 51, 90, 91].map((pulse) => deviation('pulse', pulse, grown)),
  )
  expect(deviation('systolic', 139, grown)).toBeUndefined()
  expect(deviation('systolic', 140, grown)).toBe('high')
  expect(deviation('pulse', 150, { months: 4 })).toBeUndefined()
  expect(deviation('pulse', 150, { months: 5 * 12 })).toBe('high')
  expect(deviation('oxygenSaturation', 90, grown)).toBe('low')
  expect(deviation('oxygenSaturation', 90, { ...grown, usesScale2: true })).toBeUndefined()
  expect(deviation('weight', 300, grown)).toBeUndefined()
  expect(massIndexDeviation(bodyMassIndex(80, 175), 480)).toBe('high')
  expect(massIndexDeviation(26, 15 * 12)).toBeUndefined()
})

test('a saturation is usual where it scores nothing in NEWS2, on either scale, on air and on oxygen', () => {
  const well = {
    respiratoryRate: 16,
    systolic: 122,
    pulse: 72,
    consciousness: 'ALERT',
    temperature: 37,
  } as const
  for (const usesScale2 of [false, true])
    for (const oxygen of ['AIR', 'OXYGEN'] as const)
      for (let oxygenSaturation = 60; oxygenSaturation <= 100; oxygenSaturation++) {
        const aim = { usesScale2, oxygen }
        const scored = news2({ ...well, ...aim, oxygenSaturation }, 40)?.parameters.oxygenSaturation
        const way = deviation('oxygenSaturation', oxygenSaturation, { months: 480, ...aim })
        expect([oxygenSaturation, aim, way !== undefined]).toEqual([oxygenSaturation, aim, scored !== 0])
      }
  const aim = { usesScale2: true, oxygen: 'OXYGEN' } as const
  expect(deviation('oxygenSaturation', 98, { months: 480, ...aim })).toBe('high')
  expect(usualRanges('oxygenSaturation', [480, 490], aim)[0]?.range).toEqual([88, 92])
})

test('a child grows out of one usual range into the next, and what is marked lies outside of it', () => {
  expect(usualRanges('pulse', [480, 484])).toEqual([{ range: [51, 90], from: undefined, until: undefined }])
  expect(usualRanges('pulse', [2, 7])).toEqual([
    { range: [107, 181], from: undefined, until: 3 },
    { range: [104, 175], from: 3, until: 6 },
    { range: [98, 168], from: 6, until: undefined },
  ])
  expect(usualRanges('pulse', [15 * 12, 17 * 12]).map(({ range, from }) => [range, from])).toEqual([
    [[43, 104], undefined],
    [[51, 90], 16 * 12],
  ])
  expect(usualRanges('weight', [480, 490])).toEqual([])
  expect(usualRanges('oxygenSaturation', [480, 490], { usesScale2: true })[0]?.range).toEqual([88, 100])
  for (const name of signNames) {
    for (const months of [0, 2, 30, 100, 191, 192, 700]) {
      for (const { range } of usualRanges(name, [months, months])) {
        expect(range.map((value) => deviation(name, value, { months }))).toEqual([undefined, undefined])
        expect(deviation(name, range[0] - 1, { months })).toBe('low')
      }
    }
  }
})

test('months count from the day of birth', () => {
  expect(monthsOn('2026-11-21', '2026-10-22')).toBe(0)
  expect(monthsOn('2026-11-22', '2026-10-22')).toBe(1)
  expect(monthsOn('2026-11-22', '2010-11-22')).toBe(16 * 12)
})

test('readings are said with their unit, and body mass index with one decimal', () => {
  expect(spokenReading('temperature', 37)).toBe('37.0 °C')
  expect(spokenReading('pulse', 72)).toBe('72 /min')
  expect(spokenReading('pain', 4)).toBe('4/10')
  expect(spokenReading('weight', 80.25)).toBe('80.25 kg')
  expect(bodyMassIndex(80, 175)).toBe(26.1)
})

function checkDigit(loinc: string): number {
  const digits = [...loinc].slice(0, -2).toReversed().map(Number)
  const sum = digits.reduce((total, digit, place) => {
    const counted = place % 2 === 0 ? digit * 2 : digit
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return (10 - (sum % 10)) % 10
}
