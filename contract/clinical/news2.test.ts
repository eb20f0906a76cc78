import { describe, expect, test } from 'vitest'
import { missingForNews2, news2, type Scored } from './news2.ts'

const well: Scored = {
  respiratoryRate: 16,
  oxygenSaturation: 98,
  oxygen: 'AIR',
  usesScale2: false,
  systolic: 122,
  pulse: 72,
  consciousness: 'ALERT',
  temperature: 36.8,
}
const of = (changed: Partial<Scored>, age = 50) => news2({ ...well, ...changed }, age)

/** From the Royal College's chart 1, written down a second time: what each value from … to … scores. */
const chart: Record<string, readonly (readonly [from: number, to: number, score: number])[]> = {
  respiratoryRate: [
    [0, 8, 3],
    [9, 11, 1],
    [12, 20, 0],
    [21, 24, 2],
    [25, 120, 3],
  ],
  oxygenSaturation: [
    [20, 91, 3],
    [92, 93, 2],
    [94, 95, 1],
    [96, 100, 0],
  ],
  systolic: [
    [20, 90, 3],
    [91, 100, 2],
    [101, 110, 1],
    [111, 219, 0],
    [220, 320, 3],
  ],
  pulse: [
    [0, 40, 3],
    [41, 50, 1],
    [51, 90, 0],
    [91, 110, 1],
    [111, 130, 2],
    [131, 350, 3],
  ],
}
/** In tenths of a degree. */
const temperatures = [
  [100, 350, 3],
  [351, 360, 1],
  [361, 380, 0],
  [381, 390, 1],
  [391, 460, 2],
] as const
const scale2 = {
  AIR: [
    [20, 83, 3],
    [84, 85, 2],
    [86, 87, 1],
    [88, 100, 0],
  ],
  OXYGEN: [
    [20, 83, 3],
    [84, 85, 2],
    [86, 87, 1],
    [88, 92, 0],
    [93, 94, 1],
    [95, 96, 2],
    [97, 100, 3],
  ],
} as const

function every(steps: readonly (readonly [number, number, number])[]): [value: number, score: number][] {
  return steps.flatMap(([from, to, score]) =>
    Array.from({ length: to - from + 1 }, (_, more): [number, number] => [from + more, score]),
  )
}

describe('each parameter scores as on the chart, at every value that can be typed', () => {
  test.each(Object.keys(chart))('%s', (name) => {
    for (const [value, score] of every(chart[name] ?? [])) {
      expect(of({ [name]: value })?.parameters, `${name} ${value}`).toMatchObject({ [name]: score })
    }
  })
  test('temperature', () => {
    for (const [tenths, score] of every(temperatures)) {
      expect(of({ temperature: tenths / 10 })?.parameters.temperature, `${tenths / 10}`).toBe(score)
    }
  })
  test.each(['AIR', 'OXYGEN'] as const)('oxygen saturation on scale 2, on %s', (oxygen) => {
    for (const [oxygenSaturation, score] of every(scale2[oxygen])) {
      const scored = of({ oxygenSaturation, oxygen, usesScale2: true })
      expect(scored?.parameters.oxygenSaturation, `${oxygenSaturation}`).toBe(score)
    }
  })
  test('air, oxygen and consciousness', () => {
    expect(of({})?.parameters).toMatchObject({ oxygen: 0, consciousness: 0 })
    expect(of({ oxygen: 'OXYGEN' })?.parameters.oxygen).toBe(2)
    for (const consciousness of ['CONFUSION', 'VOICE', 'PAIN', 'UNRESPONSIVE'] as const) {
      expect(of({ consciousness })?.parameters.consciousness).toBe(3)
    }
  })
})

test.each<[score: number, band: string, who: string, changed: Partial<Scored>]>([
  [0, 'Low', 'somebody who is well', {}],
  [1, 'Low', 'a mild fever', { temperature: 38.4 }],
  [4, 'Low', 'small deviations alone', { respiratoryRate: 22, pulse: 95, temperature: 38.5 }],
  [3, 'Low–medium', 'one parameter that scores 3', { respiratoryRate: 26 }],
  [3, 'Low–medium', 'new confusion alone', { consciousness: 'CONFUSION' }],
  [4, 'Low–medium', 'one that scores 3, and a little more', { systolic: 88, pulse: 104 }],
  [5, 'Medium', 'pneumonia on air', { respiratoryRate: 23, oxygenSaturation: 94, pulse: 112 }],
  [6, 'Medium', 'one that scores 3 among six', { systolic: 90, respiratoryRate: 21, pulse: 91 }],
  [
    7,
    'High',
    'sepsis on oxygen',
    { oxygen: 'OXYGEN', oxygenSaturation: 95, pulse: 118, temperature: 38.6, systolic: 108 },
  ],
  [
    2,
    'Low',
    'COPD at 90 % on oxygen, on scale 2',
    { oxygen: 'OXYGEN', oxygenSaturation: 90, usesScale2: true },
  ],
  [
    5,
    'Medium',
    'the same at 97 %: too much oxygen',
    { oxygen: 'OXYGEN', oxygenSaturation: 97, usesScale2: true },
  ],
  [5, 'Medium', 'the same at 90 %, on scale 1', { oxygen: 'OXYGEN', oxygenSaturation: 90 }],
  [
    20,
    'High',
    'everything at its worst',
    {
      respiratoryRate: 30,
      oxygenSaturation: 80,
      oxygen: 'OXYGEN',
      systolic: 70,
      pulse: 140,
      consciousness: 'UNRESPONSIVE',
      temperature: 34,
    },
  ],
])('%i, %s: %s', (score, band, _who, changed) => {
  expect(of(changed)).toMatchObject({ score, band })
})

test('only a full set is scored, and what is missing is named', () => {
  expect(of({ respiratoryRate: null, consciousness: null })).toBeNull()
  expect(missingForNews2({ ...well, respiratoryRate: null, consciousness: null })).toEqual([
    'respiratory rate',
    'consciousness',
  ])
  expect(missingForNews2(well)).toEqual([])
  for (const name of Object.keys(well).filter((one) => one !== 'usesScale2')) {
    expect(of({ [name]: null }), name).toBeNull()
  }
})

test('nobody below 16 is scored', () => {
  expect(of({}, 15)).toBeNull()
  expect(of({}, 16)).toMatchObject({ score: 0, band: 'Low' })
})
