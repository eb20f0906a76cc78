import { expect, test } from 'vitest'
import type { AuditRecord } from '../../../contract/hospital/audit.ts'
import { auditRecord } from '../../testing/records.ts'
import { visitsOf } from './visits.ts'
import { doneIn } from './words.ts'

const entry = (time: string, name: string | null, told: Partial<AuditRecord> = {}) =>
  auditRecord(`2026-11-22T${time}:00.000Z`, { staff: name === null ? null : { id: name, name }, ...told })

const told = (trail: AuditRecord[]) =>
  visitsOf(trail).map(({ staff, from, until, records }) => [
    staff?.name,
    from.slice(11, 16),
    until.slice(11, 16),
    records.length,
  ])

test('what one person did without a longer pause is one visit, whoever else came meanwhile', () => {
  expect(
    told([
      entry('10:20', 'Nina'),
      entry('10:18', 'Omar'),
      entry('10:10', 'Nina'),
      entry('10:09', 'Nina'),
      entry('09:30', 'Nina'),
    ]),
  ).toEqual([
    ['Nina', '10:09', '10:20', 3],
    ['Omar', '10:18', '10:18', 1],
    ['Nina', '09:30', '09:30', 1],
  ])
})

test('a screen that stayed open belongs to the visit in which it was closed', () => {
  const live = {
    kind: 'received',
    action: 'followLive',
    scope: 'beds',
    until: '2026-11-22T10:05:00.000Z',
  } as const
  expect(told([entry('10:10', 'Nina'), entry('08:00', 'Nina', live)])).toEqual([
    ['Nina', '08:00', '10:10', 2],
  ])
})

test('a visit says what was done, once each, with what was changed', () => {
  const [visit] = visitsOf([
    entry('10:12', 'Nina', { kind: 'received', action: 'followLive', scope: 'queue' }),
    entry('10:11', 'Nina', {
      kind: 'changed',
      action: 'editPatient',
      changes: { contactNumber: ['1', '2'] },
    }),
    entry('10:10', 'Nina', { action: 'readLatestVitals' }),
    entry('10:10', 'Nina'),
    entry('10:10', 'Nina'),
    entry('10:09', 'Nina', {
      kind: 'exported',
      action: 'exportPatients',
      changes: { exported: { search: 'rao' } },
    }),
  ])
  expect(doneIn(visit?.records ?? [])).toEqual([
    { kind: 'opened', things: ['record (2 times)', 'latest vital signs'] },
    { kind: 'changed', things: ['edited the record: contact number'] },
    { kind: 'exported', things: ['the patient list with “rao”'] },
    { kind: 'received', things: ['the queue'] },
  ])
})
