import { expect, test } from 'vitest'
import type { AuditRecord } from '../../../../contract/hospital/audit.ts'
import { auditRecord } from '../../../testing/records.ts'
import { mayGoOn, rowsOf } from './rows.ts'

const asha = { id: 'asha', mrn: 'MRN1001', firstName: 'Asha', lastName: 'Rao' }
const omar = { id: 'omar', mrn: 'MRN1002', firstName: 'Omar', lastName: 'Haddad' }
const entry = (time: string, action: string, told: Partial<AuditRecord> = {}) =>
  auditRecord(`2026-11-22T${time}.000Z`, { action, patients: [asha], ...told })

const nobody: Partial<AuditRecord> = { kind: 'other', patients: [], patientCount: 0 }
const listed: Partial<AuditRecord> = { kind: 'listed', patients: [omar, asha], patientCount: 2 }
const actions = (log: AuditRecord[]) => rowsOf(log).map(({ entries }) => entries.map(({ action }) => action))

test('a record that is opened is one row of all its calls, one that found nothing among them', () => {
  expect(
    actions([
      entry('10:00:02', 'listAppointments', nobody),
      entry('10:00:02', 'listProblems'),
      entry('10:00:02', 'followLive', {
        ...nobody,
        kind: 'received',
        scope: 'patient-vitals:asha',
        until: '2026-11-22T10:20:00.000Z',
      }),
      entry('10:00:02', 'listVitals', nobody),
      entry('10:00:01', 'readPatient'),
      entry('09:59:58', 'listPatients', listed),
      entry('09:59:50', 'signIn', nobody),
    ]),
  ).toEqual([
    ['listAppointments', 'listProblems', 'followLive', 'listVitals', 'readPatient'],
    ['listPatients'],
    ['signIn'],
  ])
})

test('a row is of one person and one record, whatever came in between, and of a quarter of an hour', () => {
  expect(
    actions([
      entry('10:20:00', 'listVitals'),
      entry('10:19:00', 'readPatient', { patients: [omar] }),
      entry('10:18:00', 'readPatient', { staff: { id: 'lea', name: 'Lea' } }),
      entry('10:10:00', 'readPatient'),
      entry('09:40:00', 'readPatient'),
    ]),
  ).toEqual([['listVitals', 'readPatient'], ['readPatient'], ['readPatient'], ['readPatient']])
})

test('what was changed, printed, refused or done without a person is a row of its own', () => {
  const log = [
    entry('10:00:05', 'readPatient'),
    entry('10:00:04', 'editPatient', { kind: 'changed', changes: { address: ['1', '2'] } }),
    entry('10:00:03', 'readPatient', { kind: 'printed', changes: { purpose: 'print' } }),
    entry('10:00:02', 'readPatient', { kind: 'refused', outcome: 'forbidden' }),
    entry('10:00:01', 'readPatient', { staff: null }),
    entry('10:00:00', 'readPatient', { staff: null }),
    entry('10:00:00', 'readPatient'),
  ]
  expect(rowsOf(log).map(({ entries }) => entries.length)).toEqual([2, 1, 1, 1, 1, 1])
})

test('a row stays where it is and grows when the next page is loaded, and says that it may', () => {
  const first = [
    entry('10:00:02', 'listVitals'),
    entry('10:00:01', 'editPatient', { kind: 'changed', changes: {} }),
  ]
  const next = [entry('10:00:00', 'readPatient'), entry('09:00:00', 'signIn', nobody)]
  const [before, after] = [rowsOf(first), rowsOf([...first, ...next])]
  expect(after.map(({ id }) => id)).toEqual([...before.map(({ id }) => id), next[1]?.id])
  expect(after[0]?.entries).toHaveLength(2)
  expect(before.map((row) => mayGoOn(row, first.at(-1)))).toEqual([true, false])
  expect(after.map((row) => mayGoOn(row, next.at(-1)))).toEqual([false, false, false])
})

test('what found nothing is a row of its own when nothing else was opened with it', () => {
  expect(
    actions([
      entry('10:02:00', 'readPatient'),
      entry('10:01:00', 'listAppointments', nobody),
      entry('10:00:00', 'signIn', nobody),
    ]),
  ).toEqual([['readPatient'], ['listAppointments'], ['signIn']])
})
