import { expect, test } from 'vitest'
import { countNewAudit, listAudit, readAuditSeal } from '../../../contract/audit.ts'
import { listStaff, mostListedStaff, readStaffMember } from '../../../contract/staff.ts'
import { staffMember } from '../../testing/records.ts'
import { hospitalFor, openScreen } from '../../testing/show.tsx'

test('whom the log is filtered by has a name, however many accounts there are', async () => {
  const hospital = hospitalFor('admin')
  const last = staffMember('Zoë', 'Zwart')
  hospital.answer(
    listStaff,
    Array.from({ length: mostListedStaff }, (_, n) => staffMember('Ada', `Aaron${n}`)),
  )
  hospital.answer(readStaffMember, last)
  hospital.answer(listAudit, { items: [], total: 0, nextCursor: null })
  hospital.answer(countNewAudit, { count: 0, newest: 0, countIsAtLeast: false })
  hospital.answer(readAuditSeal, {
    publicKey: null,
    last: null,
    unsealedSince: null,
    lately: { seals: 0, rows: 0, faults: [] },
  })
  const screen = await openScreen(`/audit?person=${last.id}`)
  await expect.element(screen.getByRole('combobox', { name: 'Person' })).toHaveValue('Zoë Zwart')
  expect(hospital.sent(readStaffMember)[0]?.params).toEqual({ id: last.id })
})
