import { expect, test } from 'vitest'
import {
  type AuditRecord,
  countNewAudit,
  listAudit,
  readAuditSeal,
} from '../../../../contract/hospital/audit.ts'
import { listStaff, mostListedStaff, readStaffMember } from '../../../../contract/people/staff.ts'
import { newId, patientRecord, staffMember } from '../../../testing/records.ts'
import { hospitalFor, openScreen } from '../../../testing/show.tsx'

function answerLog(hospital: ReturnType<typeof hospitalFor>) {
  hospital.answer(listStaff, [])
  hospital.answer(countNewAudit, { count: 0, newest: 0, countIsAtLeast: false })
  hospital.answer(readAuditSeal, {
    publicKey: null,
    last: null,
    unsealedSince: null,
    lately: { seals: 0, rows: 0, faults: [], beforeRestore: null },
  })
}

const asha = patientRecord({ firstName: 'Asha', lastName: 'Rao', mrn: 'MRN1001' })
const nina = { id: newId(), name: 'Nina Adams' }
let told = 0

function entry(action: string, fields: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id: String(1000 - ++told),
    kind: 'opened',
    at: '2026-11-23T04:20:00.000Z',
    until: null,
    staff: nina,
    action,
    scope: null,
    subjectId: asha.id,
    patients: [asha],
    patientCount: 1,
    changes: null,
    address: '10.0.0.1',
    requestId: 'R1JM-Y76P-HVRG',
    outcome: 'done',
    names: {},
    ...fields,
  }
}

test('a record that was opened is one row, which opens to its calls and grows with the next page', async () => {
  const hospital = hospitalFor('admin')
  answerLog(hospital)
  const changed = entry('editPatient', { kind: 'changed', changes: { address: ['1 Lamp St', '2 Lamp St'] } })
  hospital.answer(listAudit, ({ query }) =>
    query.cursor
      ? { items: [entry('readPatient')], total: 4, nextCursor: null }
      : {
          items: [changed, entry('listProblems'), entry('readLatestVitals')],
          total: 4,
          nextCursor: 'next',
        },
  )
  const screen = await openScreen('/audit')
  const rows = screen.getByRole('list', { name: 'Entries, newest first' })
  await expect.element(rows).toMatchTextContent(/Edited the record.*Address:.*1 Lamp St.*2 Lamp St/s)
  const fold = screen.getByRole('button', { name: /entries$/ })
  await expect.element(fold).toHaveTextContent('2+ entries')

  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect.element(fold).toHaveTextContent('3 entries')
  await expect.element(rows).toMatchTextContent(/Record, latest vital signs and 1 more.*RAO, Asha MRN1001/s)
  expect(rows.element().children).toHaveLength(2)

  await fold.click()
  const calls = screen.getByRole('list', { name: 'Calls, newest first' })
  expect(calls.element().children).toHaveLength(3)
  await calls.getByRole('button', { name: 'Details' }).first().click()
  await expect.element(calls).toMatchTextContent(/Request.*R1JM-Y76P-HVRG/s)
  await fold.click()
  await expect.element(calls).not.toBeInTheDocument()
})

test('whom the log is filtered by has a name, however many accounts there are', async () => {
  const hospital = hospitalFor('admin')
  answerLog(hospital)
  const last = staffMember('Zoë', 'Zwart')
  hospital.answer(
    listStaff,
    Array.from({ length: mostListedStaff }, (_, n) => staffMember('Ada', `Aaron${n}`)),
  )
  hospital.answer(readStaffMember, last)
  hospital.answer(listAudit, { items: [], total: 0, nextCursor: null })
  const screen = await openScreen(`/audit?person=${last.id}`)
  await expect.element(screen.getByRole('combobox', { name: 'Person' })).toHaveValue('Zoë Zwart')
  expect(hospital.sent(readStaffMember)[0]?.params).toEqual({ id: last.id })
})

test('seals from before a restore are no alarm, and the page says what was checked of them', async () => {
  const hospital = hospitalFor('admin')
  answerLog(hospital)
  hospital.answer(listAudit, { items: [], total: 0, nextCursor: null })
  hospital.answer(readAuditSeal, {
    publicKey: 'MCowBQYDK2VwAyEA',
    last: { number: 12, at: '2026-11-23T04:20:00.000Z' },
    unsealedSince: null,
    lately: {
      seals: 12,
      rows: 40,
      faults: [],
      beforeRestore: { seals: 9, restoredAt: '2026-11-23T04:10:00.000Z' },
    },
  })
  const screen = await openScreen('/audit')
  await expect.element(screen.getByText(/Last 24 hours verified: 12 seals/)).toBeVisible()
  await expect
    .element(screen.getByText(/9 seals from before the restore of .* were made with an earlier key/))
    .toBeVisible()
  const command = screen.getByText('npm run audit:verify -- --public-key KEY')
  await expect.element(command).not.toBeVisible()
  await screen.getByText('For IT support: verify the whole log').click()
  await expect.element(command).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('an entry is a line high, however long its names are, and has all its words when it is opened', async () => {
  const hospital = hospitalFor('admin')
  answerLog(hospital)
  const supplier = { id: newId(), name: 'Wholesale '.repeat(19).trim() }
  const entries = [
    entry('editSupplier', {
      kind: 'changed',
      staff: { ...nina, name: 'Nina-Alexandra Montgomery-Fitzwilliam' },
      subjectId: supplier.id,
      names: { [supplier.id]: supplier.name },
      patients: [],
      changes: { phone: ['555-0100', '555-0101'] },
    }),
    entry('editPatient', { kind: 'changed', changes: { address: ['1 Lamp St', '2 Lamp St'] } }),
  ]
  hospital.answer(listAudit, { items: entries, total: 2, nextCursor: null })
  const screen = await openScreen('/audit')
  const rows = screen.getByRole('list', { name: 'Entries, newest first' })
  const details = rows.getByRole('button', { name: 'Details' }).first()
  await expect.element(details).toBeVisible()
  const heights = [...rows.element().children].map((row) => row.getBoundingClientRect().height)
  expect(Math.max(...heights)).toBeLessThanOrEqual(40)
  const name = rows.getByText(supplier.name).element()
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth)
  await details.click()
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth + 1)
})
