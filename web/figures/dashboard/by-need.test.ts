import { expect, test } from 'vitest'
import type { EarlyWarning } from '../../../contract/clinical/warnings/early-warning.ts'
import type { OccupiedBed } from '../../wards/beds-and-admissions/words.ts'
import { byNeed } from './by-need.ts'

const today = '2026-11-28'

function inBed(id: string, dateOfBirth = '1960-05-01'): OccupiedBed {
  return { id, patient: { id, dateOfBirth } } as OccupiedBed
}

function scored(id: string, score: number, band: EarlyWarning['band'], time = '08:00'): EarlyWarning {
  return { id, score, band, takenAt: `2026-11-28T${time}:00Z` } as EarlyWarning
}

test('who needs a nurse first', () => {
  const warnings = [
    scored('calm', 1, 'Low'),
    scored('one sign', 3, 'Low–medium'),
    scored('later', 5, 'Medium', '09:00'),
    scored('earlier', 5, 'Medium', '07:00'),
    scored('high', 7, 'High'),
    scored('higher', 11, 'High'),
  ]
  const beds = ['child', 'calm', 'one sign', 'not seen yet', 'later', 'earlier', 'high', 'higher'].map((id) =>
    inBed(id, id === 'child' ? '2019-02-03' : undefined),
  )
  expect(beds.toSorted(byNeed(warnings, today)).map(({ id }) => id)).toEqual([
    'higher',
    'high',
    'earlier',
    'later',
    'one sign',
    'not seen yet',
    'calm',
    'child',
  ])
})
