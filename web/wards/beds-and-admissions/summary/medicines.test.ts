import { expect, test } from 'vitest'
import type { Medication } from '../../../../contract/clinical/medications.ts'
import { medicinesAt } from './medicines.ts'

const stay = {
  admittedAt: '2026-11-20T04:30:00.000Z',
  at: '2026-11-23T04:30:00.000Z',
  timeZone: 'Asia/Kolkata',
}
const stopped = (at: string) => ({ at, by: 'Anika Mehta', reason: 'No longer needed' })

function medication(name: string, fields: Partial<Medication> = {}): Medication {
  return {
    id: name,
    name,
    recordedAt: '2026-11-20T05:00:00.000Z',
    startsOn: '2026-11-20',
    endsOn: null,
    frequency: 'DAILY',
    stopped: null,
    struck: null,
    ...fields,
  } as Medication
}

test('a summary lists what goes on when it is signed, and what ended in the stay', () => {
  const error = {
    isByDoctor: true,
    at: '2026-11-21T05:00:00.000Z',
    by: 'Anika Mehta',
    reason: 'Wrong patient',
  }
  const all = [
    medication('goes on'),
    medication('ends today', { endsOn: '2026-11-23' }),
    medication('begins tomorrow', { startsOn: '2026-11-24' }),
    medication('stopped after it was signed', { stopped: stopped('2026-11-24T05:00:00.000Z') }),
    medication('stopped in the stay', { stopped: stopped('2026-11-22T05:00:00.000Z') }),
    medication('came to its end in the stay', { endsOn: '2026-11-22' }),
    medication('given once, in the stay', { frequency: 'ONCE', startsOn: '2026-11-21' }),
    medication('stopped before the stay', { stopped: stopped('2026-11-19T05:00:00.000Z') }),
    medication('over before the stay', { endsOn: '2026-11-19' }),
    medication('recorded in error', { struck: error }),
    medication('prescribed after it was signed', { recordedAt: '2026-11-23T05:00:00.000Z' }),
  ]
  const { goesOn, ended } = medicinesAt(all, stay)
  expect(goesOn.map(({ name }) => name)).toEqual([
    'goes on',
    'ends today',
    'begins tomorrow',
    'stopped after it was signed',
  ])
  expect(ended.map(({ name }) => name)).toEqual([
    'stopped in the stay',
    'came to its end in the stay',
    'given once, in the stay',
  ])
})
