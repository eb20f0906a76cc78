import { expect, test } from 'vitest'
import type { ReplyOf } from '../../../../contract/api/endpoint.ts'
import { listAllergies } from '../../../../contract/clinical/allergies.ts'
import { readLatestVitals, recordVitals, strikeVitals } from '../../../../contract/clinical/vitals.ts'
import { readEarlyWarning } from '../../../../contract/clinical/warnings/early-warning.ts'
import { listPatients, readPatient } from '../../../../contract/people/patients.ts'
import {
  editRestriction,
  openRecord,
  readRecordAccess,
  readRestriction,
} from '../../../../contract/people/restricted-records.ts'
import { listStaff } from '../../../../contract/people/staff.ts'
import type { Role } from '../../../../contract/permissions.ts'
import { readAdmission } from '../../../../contract/wards/admissions.ts'
import { listBeds } from '../../../../contract/wards/beds.ts'
import { weighed } from '../../../testing/clinical.ts'
import { refuse } from '../../../testing/hospital.ts'
import {
  admissionIn,
  now,
  occupiedBed,
  patientRecord,
  reportedAllergy,
  staffMember,
} from '../../../testing/records.ts'
import { choose, drafts, hospitalFor, openScreen } from '../../../testing/show.tsx'

const none = { items: [], total: 0, nextCursor: null }

async function closedRecord(role: Role, lastScore?: ReplyOf<typeof readEarlyWarning>) {
  const patient = patientRecord({ restrictedSince: now, allergens: [reportedAllergy('Penicillin')] })
  const hospital = hospitalFor(role)
  const access = { id: patient.id, restrictedSince: now, isOpen: false, because: null, until: null }
  hospital.answer(readPatient, patient)
  hospital.answer(readRecordAccess, access)
  if (lastScore) hospital.answer(readEarlyWarning, lastScore)
  hospital.answer(listAllergies, none)
  hospital.answer(listPatients, none)
  const screen = await openScreen(`/patients/${patient.id}`)
  await expect.element(screen.getByRole('heading', { name: 'This record is restricted' })).toBeVisible()
  return { hospital, screen, patient, access }
}

test('a restricted record shows who it is and their allergies, and asks for a reason, which is kept', async () => {
  const { hospital, screen, patient } = await closedRecord('nurse')
  const banner = screen.getByRole('region', { name: 'Patient' })
  for (const text of ['RAO, Asha', 'Restricted', /Penicillin/])
    await expect.element(banner.getByText(text).first()).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Record Vital Signs' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Print Record' })).not.toBeInTheDocument()
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  const send = screen.getByRole('button', { name: 'Open for 4 hours' })
  await send.click()
  await expect.element(screen.getByText('Reason is required').first()).toBeVisible()
  expect(hospital.sent(openRecord)).toEqual([])

  await reason.fill('Called to the patient')
  await expect.poll(() => drafts().join()).toContain('open-record')
  hospital.answer(openRecord, () =>
    refuse(409, 'record_not_restricted', 'This record is not restricted any more.'),
  )
  await send.click()
  await expect.element(screen.getByText('This record is not restricted any more.').first()).toBeVisible()
  await expect.element(reason).toHaveValue('Called to the patient')
  expect(hospital.sent(openRecord)[0]).toMatchObject({
    params: { id: patient.id },
    body: { reason: 'Called to the patient' },
  })
  expect(hospital.sent(readLatestVitals)).toEqual([])
})

test('an administrator chooses who sees a restricted record without a reason', async () => {
  const { hospital, screen, patient } = await closedRecord('admin')
  const [asha, ben] = [staffMember('Asha', 'Menon'), staffMember('Ben', 'Cole')]
  hospital.answer(listStaff, [asha, ben])
  const reader = { id: asha.id, name: 'Asha Menon', addedBy: 'Kiran Bose', addedAt: now }
  const restriction = { id: patient.id, restrictedSince: now, readers: [reader], version: 3 }
  hospital.answer(readRestriction, restriction)
  await screen.getByRole('button', { name: 'Restriction' }).click()
  const list = screen.getByRole('list', { name: 'People on the list' })
  await expect.element(list.getByText('Asha Menon')).toBeVisible()
  await choose(screen.getByRole('combobox', { name: 'Add a colleague to the list' }), 'Ben')
  await expect.element(list.getByText('Ben Cole')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove Asha Menon from the list' }).click()
  hospital.answer(editRestriction, { ...restriction, readers: [], version: 4 })
  await screen.getByRole('button', { name: 'Save restriction' }).click()
  await expect.poll(() => hospital.sent(editRestriction)).toHaveLength(1)
  expect(hospital.sent(editRestriction)[0]).toMatchObject({
    version: 3,
    body: { isRestricted: true, readerIds: [ben.id] },
  })
})

test('an admission whose diagnosis is hidden is edited only after a reason, as it then is', async () => {
  const hospital = hospitalFor('receptionist')
  const bed = occupiedBed(patientRecord({ restrictedSince: now }))
  const whole = admissionIn(bed, { diagnosis: 'Gout', notes: 'Knows the ward', version: 4 })
  hospital.answer(listBeds, [bed])
  hospital.answer(readAdmission, { ...whole, diagnosis: null, notes: null, version: 0 })
  const screen = await openScreen(`/beds?act=edit&bed=${bed.id}`)
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A call from the ward')
  await expect.element(dialog.getByRole('textbox', { name: 'Notes' })).not.toBeInTheDocument()
  hospital.answer(openRecord, () => {
    hospital.answer(readAdmission, whole)
    const until = new Date(Date.parse(now) + 4 * 3_600_000).toISOString()
    return { id: whole.id, patientId: whole.patientId, reason: '', openedAt: now, until }
  })
  await dialog.getByRole('button', { name: 'Open for 4 hours' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('Knows the ward')
  await expect.element(dialog.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue('Gout')
})

test('vital signs of a closed record are scored on its scale, and one’s own are marked as an error', async () => {
  const { hospital, screen } = await closedRecord('nurse', { warning: null, usesScale2: true })
  const set = weighed(72)
  hospital.answer(recordVitals, set)
  hospital.answer(strikeVitals, set)
  await screen.getByRole('button', { name: 'Record Vital Signs' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('checkbox', { name: /Target saturation/ })).toBeChecked()
  await dialog.getByRole('textbox', { name: /^Pulse/ }).fill('72')
  await dialog.getByRole('button', { name: 'Record vital signs' }).click()
  await screen.getByRole('button', { name: 'Mark as entered in error' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Another patient’s')
  await dialog.getByRole('button', { name: 'Mark vital signs as entered in error' }).click()
  await expect.poll(() => hospital.sent(strikeVitals)).toMatchObject([{ params: { id: set.id } }])
  await expect.element(screen.getByText(/You recorded at/)).not.toBeInTheDocument()
  expect(hospital.sent(readLatestVitals)).toEqual([])
})
