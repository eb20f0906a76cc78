import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMedications } from '../../../../contract/clinical/medications.ts'
import { listPatients, readPatient } from '../../../../contract/people/patients.ts'
import type { Role } from '../../../../contract/permissions.ts'
import {
  admitPatient,
  dischargePatient,
  listStays,
  readAdmission,
} from '../../../../contract/wards/admissions.ts'
import { type Bed, changeBed, listBeds, listBedsAt, readBed } from '../../../../contract/wards/beds.ts'
import { refuse } from '../../../testing/hospital.ts'
import {
  admissionIn,
  bedRecord,
  mehta,
  newId,
  now,
  occupiedBed,
  patientRecord,
  reportedAllergy,
} from '../../../testing/records.ts'
import { address, choose, drafts, hospitalFor, openScreen } from '../../../testing/show.tsx'

async function boardOf(role: Role, beds: Bed[], path = '/beds') {
  const hospital = hospitalFor(role)
  hospital.answer(listBeds, beds)
  const screen = await openScreen(path)
  await expect.element(screen.getByRole('article').first()).toBeVisible()
  return { hospital, screen }
}

const asha = patientRecord({
  lastName: 'Rao',
  allergens: [reportedAllergy('Latex')],
})
const free = bedRecord({ bedNumber: 'A-1' })
const taken = occupiedBed(asha, { bedNumber: 'A-2', expectedDischargeDate: '2026-11-24' })
const overdue = occupiedBed(patientRecord({ lastName: 'Late' }), {
  bedNumber: 'A-3',
  expectedDischargeDate: '2026-11-22',
})
const dueToday = occupiedBed(patientRecord({ lastName: 'Today' }), {
  bedNumber: 'A-4',
  expectedDischargeDate: '2026-11-23',
})
const closed = bedRecord({
  bedNumber: 'A-5',
  status: 'MAINTENANCE',
  notes: 'Cleaning after discharge',
  maintenanceSince: '2026-11-23T03:00:00.000Z',
})
const all = [free, taken, overdue, dueToday, closed]

function cardOf({ id }: Bed): HTMLElement {
  const card = document.querySelector<HTMLElement>(`article[data-bed="${id}"]`)
  if (!card) throw new Error('There is no such card')
  return card
}
const acts = (bed: Bed) =>
  [...cardOf(bed).querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel?.split(/:| for/)[0])

describe('what can be done with a bed', () => {
  test.each([
    [
      'receptionist',
      { free: ['Assign Patient', 'More'], taken: ['Discharge', 'More'], closed: ['Mark Available'] },
    ],
    ['doctor', { free: ['Assign Patient'], taken: ['Discharge', 'More'], closed: [] }],
    [
      'admin',
      { free: ['Assign Patient', 'More'], taken: ['Discharge', 'More'], closed: ['Mark Available', 'More'] },
    ],
  ] as const)('%s', async (role, may) => {
    await boardOf(role, all)
    expect(acts(free)).toEqual(may.free)
    expect(acts(taken)).toEqual(may.taken)
    expect(acts(closed)).toEqual(may.closed)
  })

  test.each([
    ['receptionist', 'A-1', ['Set Maintenance']],
    ['receptionist', 'A-2', ['Transfer', 'Edit Admission', 'Print Wristband']],
    ['doctor', 'A-2', ['Record Vital Signs', 'Transfer', 'Edit Admission', 'Print Wristband']],
    ['admin', 'A-1', ['Set Maintenance', 'Edit Bed', 'Delete Bed']],
    ['admin', 'A-2', ['Transfer', 'Edit Admission', 'Print Wristband', 'Edit Bed', 'Delete BedOccupied']],
    ['admin', 'A-5', ['Edit Bed', 'Delete Bed']],
  ] as const)('the menu of a %s for bed %s', async (role, number, items) => {
    const { screen } = await boardOf(role, all)
    await screen
      .getByRole('button', { name: `More for bed ${number}` })
      .first()
      .click()
    await expect.element(screen.getByRole('menu')).toBeVisible()
    const menu = screen.getByRole('menuitem').elements()
    expect(menu.map((item) => item.textContent)).toEqual(items)
    // An occupied bed is not deleted, and the menu says why.
    const blocked = menu.filter((item) => item.ariaDisabled === 'true')
    expect(blocked.map((item) => item.textContent)).toEqual(items.filter((item) => item.endsWith('Occupied')))
    for (const item of blocked) if (item instanceof HTMLElement) item.click()
    expect(address()).toBe('/beds')
  })

  test('what a role may not do is not opened by its address', async () => {
    const { screen } = await boardOf('receptionist', all, `/beds?act=delete&bed=${free.id}`)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('the figures of a ward', () => {
  test.each([
    ['a search', `/beds?search=rao`],
    ['a status', '/beds?status=MAINTENANCE'],
  ])('are those of the whole ward under %s', async (_, path) => {
    const { screen } = await boardOf('receptionist', all, path)
    await expect.element(screen.getByText('1 bed', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('3 of 5 occupied, 60%, 1 available')).toBeVisible()
  })

  test('at a past moment are those of the whole ward too', async () => {
    const hospital = hospitalFor('receptionist')
    hospital.answer(
      listBedsAt,
      [free, taken, overdue].map(
        ({ id, bedNumber, ward, unitId, unitName, patient, admissionId, admissionDate }) => ({
          bedId: id,
          bedNumber,
          ward,
          unitId,
          unitName,
          patient,
          admissionId,
          from: admissionDate,
          until: null,
        }),
      ),
    )
    const screen = await openScreen('/beds?at=2026-11-22T12:00&search=rao')
    await expect.element(screen.getByText('2 of 3 occupied, 67%')).toBeVisible()
  })
})

describe('a card', () => {
  test('says who lies there, since when, what they can’t tolerate and when they leave', async () => {
    await boardOf('receptionist', all)
    const words = cardOf(taken).textContent
    expect(words).toContain('RAO, Asha')
    expect(words).toContain('Allergies: Latex')
    expect(words).toContain('42 years')
    expect(words).toMatch(/day 2/i)
    expect(cardOf(taken).dataset.overdue).toBeUndefined()
    expect(cardOf(overdue).dataset.overdue).toBe('true')
    expect(cardOf(dueToday).dataset.overdue).toBeUndefined()
  })

  test('in maintenance says why and for how long', async () => {
    await boardOf('receptionist', all)
    expect(cardOf(closed).textContent).toContain('Cleaning after discharge')
    expect(cardOf(closed).textContent).toContain('1 h 30 min')
  })

  test('changes when a colleague changes the bed', async () => {
    const { hospital, screen } = await boardOf('receptionist', all)
    await expect.poll(() => acts(free)).toEqual(['Assign Patient', 'More'])
    await expect.poll(() => hospital.followed('beds')).toBe(true)
    hospital.tell({
      scope: 'beds',
      put: [{ ...free, status: 'MAINTENANCE', notes: 'Broken', maintenanceSince: now, version: 2 } as Bed],
    })
    await expect.poll(() => acts(free)).toEqual(['Mark Available'])
    await expect.element(screen.getByText('Broken').first()).toBeVisible()
  })
})

test('each ward is one stop of the Tab key, and the arrow keys move within it and on to the next', async () => {
  const usual = { width: innerWidth, height: innerHeight }
  onTestFinished(() => page.viewport(usual.width, usual.height))
  await page.viewport(1366, 768)
  const icu = bedRecord({ bedNumber: 'ICU-1', ward: 'ICU' })
  const { screen } = await boardOf('receptionist', [free, taken, icu])
  const focused = () => document.activeElement?.closest('article')?.ariaLabel
  const stops = (bed: Bed) =>
    [...cardOf(bed).querySelectorAll<HTMLElement>('a, button')].filter((one) => one.tabIndex === 0)
  await expect.poll(() => stops(taken)).toEqual([])
  expect(stops(free)).toHaveLength(2)
  expect(stops(icu)).toHaveLength(2)
  stops(free)[0]?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toBe('Bed A-2')
  expect(document.activeElement).toBe(
    screen.getByRole('article').getByRole('link', { name: 'RAO, Asha' }).element(),
  )
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('Bed ICU-1')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('Bed A-1')
})

describe('marking a bed available', () => {
  test('is asked of the bed as it was seen, and told', async () => {
    const { hospital, screen } = await boardOf('receptionist', all)
    hospital.answer(changeBed, {
      ...closed,
      status: 'AVAILABLE',
      notes: null,
      maintenanceSince: null,
      version: 2,
    })
    await screen.getByRole('button', { name: 'Mark Available: A-5' }).first().click()
    await expect.element(screen.getByText('Bed status updated to available')).toBeVisible()
    expect(hospital.sent(changeBed)[0]?.body).toEqual({ status: 'AVAILABLE', from: 'MAINTENANCE' })
    await expect.poll(() => acts(closed)).toEqual(['Assign Patient', 'More'])
  })

  test('that is refused says why, and leaves the bed as it is', async () => {
    const { hospital, screen } = await boardOf('receptionist', all)
    hospital.answer(changeBed, () => refuse(409, 'bed_not_available', 'Somebody lies there.'))
    await screen.getByRole('button', { name: 'Mark Available: A-5' }).first().click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Somebody lies there.')
    expect(acts(closed)).toEqual(['Mark Available'])
  })
})

describe('admitting', () => {
  async function admitting(role: Role = 'receptionist') {
    const board = await boardOf(role, all, `/beds?act=assign&bed=${free.id}`)
    const { hospital, screen } = board
    hospital.answer(readPatient, asha)
    hospital.answer(listPatients, {
      items: [patientRecord({ ...asha, id: asha.id })],
      total: 1,
      nextCursor: null,
    })
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent('Assign Patient to A-1')
    return { ...board, dialog, assign: dialog.getByRole('button', { name: 'Assign' }) }
  }

  test('says what is missing', async () => {
    const { hospital, dialog, assign } = await admitting()
    await assign.click()
    await expect.element(dialog.getByRole('alert')).toHaveFocus()
    for (const what of ['Patient', 'Diagnosis', 'Doctor'])
      await expect.element(dialog.getByRole('link', { name: `${what} is required` })).toBeVisible()
    expect(hospital.sent(admitPatient)).toEqual([])
  })

  test('keeps a date that can’t be read as it was typed, and the title says that the form was refused', async () => {
    const { hospital, screen, dialog, assign } = await admitting('doctor')
    const { title } = document
    const typed = dialog.getByRole('textbox', { name: 'Expected discharge' })
    await typed.fill('+3d')
    await assign.click()
    await expect
      .element(typed)
      .toHaveAccessibleDescription(expect.stringContaining('Enter a valid date, e.g. 21 Nov 2026'))
    await expect.element(typed).toHaveValue('+3d')
    await expect.poll(() => document.title).toBe(`Error: ${title}`)
    await typed.fill('25 Nov 2026')
    await dialog.getByRole('textbox', { name: 'Diagnosis' }).fill('Pneumonia')
    await expect.element(typed).not.toBeInvalid()
    await expect.poll(() => document.title).toBe(`Error: ${title}`)
    await dialog.getByRole('textbox', { name: 'Enter Patient ID' }).fill('rao')
    await screen.getByRole('option').first().click()
    await expect.poll(() => document.title).toBe(title)
    expect(hospital.sent(admitPatient)).toEqual([])
  })

  test('begins with the doctor who admits, and keeps what is typed', async () => {
    const { screen, dialog } = await admitting('doctor')
    const doctor = dialog.getByRole('combobox', { name: 'Attending doctor' })
    await expect.poll(() => (doctor.element() as HTMLInputElement).value).toContain('Mehta')
    await dialog.getByRole('textbox', { name: 'Diagnosis' }).fill('Pneumonia')
    await expect.poll(drafts).toHaveLength(1)
    await screen.unmount()
    const again = await openScreen(`/beds?act=assign&bed=${free.id}`)
    await expect.element(again.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue('Pneumonia')
    await again.getByRole('button', { name: 'Cancel' }).click()
    expect(drafts()).toEqual([])
  })

  test('says at once that the patient lies in another bed', async () => {
    const { screen, dialog } = await admitting()
    await dialog.getByRole('textbox', { name: 'Enter Patient ID' }).fill('rao')
    await screen.getByRole('option').first().click()
    await expect.element(dialog.getByText(/already in A-2, General Ward/)).toBeVisible()
  })

  test('of a patient who lies in a bed is refused beside the patient, and an id of nobody finds nobody', async () => {
    const { hospital, screen, dialog, assign } = await admitting()
    const patient = dialog.getByRole('textbox', { name: 'Enter Patient ID' })
    hospital.answer(readPatient, () => refuse(404, 'not_found', 'Not found.'))
    hospital.answer(listPatients, { items: [], total: 0, nextCursor: null })
    await patient.fill(newId())
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText(/^No patient matches/)).toBeVisible()
    hospital.answer(readPatient, asha)
    hospital.answer(listPatients, { items: [asha], total: 1, nextCursor: null })
    await patient.fill(asha.id)
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toMatchTextContent(asha.mrn)
    await dialog.getByRole('textbox', { name: 'Diagnosis' }).fill('Fever')
    await choose(dialog.getByRole('combobox', { name: 'Attending doctor' }), 'Meh')
    const message = 'The patient is already in a bed. Transfer them instead.'
    const errors = [{ path: 'patientId', message }]
    hospital.answer(admitPatient, () => refuse(409, 'patient_already_admitted', message, { errors }))
    await assign.click()
    await dialog.getByRole('link', { name: message }).click()
    await expect.element(patient).toHaveFocus()
    await expect.element(patient).toHaveAccessibleDescription(expect.stringContaining(message))
  })

  test('to a bed that a colleague took offers the others, and keeps what is typed', async () => {
    const { hospital, screen, dialog, assign } = await admitting('doctor')
    const other = patientRecord({ lastName: 'New' })
    hospital.answer(readPatient, other)
    hospital.answer(listPatients, { items: [other], total: 1, nextCursor: null })
    await dialog.getByRole('textbox', { name: 'Enter Patient ID' }).fill('new')
    await screen.getByRole('option').first().click()
    await dialog.getByRole('textbox', { name: 'Diagnosis' }).fill('Pneumonia')
    hospital.answer(admitPatient, () => refuse(409, 'bed_occupied', 'Somebody lies there.'))
    await assign.click()
    await expect.element(dialog.getByText(/A-1/).first()).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue('Pneumonia')
    expect(hospital.sent(admitPatient)[0]?.body).toMatchObject({
      patientId: other.id,
      bedId: free.id,
      doctorId: mehta.id,
      diagnosis: 'Pneumonia',
    })
    expect(drafts()).toHaveLength(1)
  })
})

test('a transfer preselects no bed and no ward, and offers those that fit the patient alone', async () => {
  const icu = bedRecord({ bedNumber: 'ICU-1', ward: 'ICU' })
  const path = `/beds?act=transfer&bed=${taken.id}`
  const { hospital, screen } = await boardOf('receptionist', [taken, icu], path)
  const dialog = screen.getByRole('dialog')
  const ward = dialog.getByRole('combobox', { name: 'Ward' })
  await expect.element(dialog.getByText(/No beds are available in General Ward/)).toBeVisible()
  await expect.element(ward).toHaveValue('')
  await expect.element(dialog.getByRole('radio')).not.toBeInTheDocument()
  await expect.poll(() => hospital.followed('beds')).toBe(true)
  hospital.tell({ scope: 'beds', put: [{ ...free, version: 2 } as Bed] })
  await expect.element(dialog.getByRole('radio', { name: 'A-1' })).toBeInTheDocument()
  await expect.element(dialog.getByRole('radio', { name: 'A-1' })).not.toBeChecked()
  await choose(ward, 'icu')
  await expect.element(dialog.getByRole('radio', { name: 'ICU-1' })).not.toBeChecked()
})

describe('discharging', () => {
  test('prints what the doctor signs with it', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const { hospital, screen } = await boardOf('doctor', all, `/beds?act=discharge&bed=${taken.id}`)
    const left = admissionIn(taken, { status: 'discharged', destination: 'HOME' })
    hospital.answer(dischargePatient, left)
    hospital.answer(readBed, { ...closed, id: taken.id })
    hospital.answer(readAdmission, left)
    hospital.answer(listStays, [])
    hospital.answer(readPatient, asha)
    hospital.answer(listMedications, { items: [], total: 0, nextCursor: null })
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Home' }).click()
    await dialog.getByRole('textbox', { name: 'Discharge summary' }).fill('Recovered')
    await dialog.getByRole('textbox', { name: 'Follow-up' }).fill('X-ray')
    await dialog.getByRole('button', { name: 'Discharge and print' }).click()
    await expect.poll(() => print.mock.calls.length).toBe(1)
    expect(hospital.sent(dischargePatient)[0]?.body).toEqual({
      destination: 'HOME',
      summary: 'Recovered',
      followUp: 'X-ray',
    })
    expect(document.querySelector('[data-print-sheet]')?.textContent).toContain('Discharge summary')
    window.dispatchEvent(new Event('afterprint'))
    await expect.poll(address).toBe('/beds')
  })

  test('asks where the patient goes, and warns before a death is recorded', async () => {
    const { hospital, screen } = await boardOf('receptionist', all, `/beds?act=discharge&bed=${taken.id}`)
    const dialog = screen.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Discharge Asha Rao' })
    // Reception gets no text fields, because a doctor signs the summary and the follow-up.
    await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument()
    await confirm.click()
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent('Choose where the patient is discharged to')
    await expect.element(dialog.getByText('Only an administrator can correct this')).not.toBeInTheDocument()
    await dialog.getByRole('radio', { name: 'Died' }).click()
    await expect.element(dialog.getByText('Only an administrator can correct this')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Home' }).click()
    await expect.element(dialog.getByText('Only an administrator can correct this')).not.toBeInTheDocument()
    const cleaned = { ...closed, id: taken.id, bedNumber: 'A-2', version: 2 }
    hospital.answer(
      dischargePatient,
      admissionIn(taken, { status: 'discharged', destination: 'HOME', dischargeDate: now }),
    )
    hospital.answer(readBed, cleaned)
    hospital.answer(listBeds, [free, cleaned])
    await confirm.click()
    await expect.element(screen.getByText('Bed status updated to maintenance')).toBeVisible()
    expect(hospital.sent(dischargePatient)[0]).toMatchObject({
      params: { id: taken.admissionId },
      body: { destination: 'HOME' },
    })
  })
})

describe('setting to maintenance', () => {
  test('sends the reason for a bed that was seen free', async () => {
    const { hospital, screen } = await boardOf('receptionist', all, `/beds?act=maintain&bed=${free.id}`)
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Broken')
    hospital.answer(changeBed, { ...free, status: 'MAINTENANCE', notes: 'Broken', maintenanceSince: now })
    await dialog.getByRole('button', { name: 'Set A-1 to maintenance' }).click()
    await expect.element(screen.getByText('Bed status updated to maintenance')).toBeVisible()
    expect(hospital.sent(changeBed)[0]?.body).toEqual({
      status: 'MAINTENANCE',
      from: 'AVAILABLE',
      notes: 'Broken',
    })
  })

  test.each([
    ['occupied', { status: 'OCCUPIED', patientId: newId() } as const, 'Bed A-1 was just occupied'],
    [
      'in maintenance',
      { status: 'MAINTENANCE', notes: 'Leak' } as const,
      'Bed A-1 was already set to maintenance',
    ],
  ])('is blocked once the bed is %s, and keeps what was typed', async (_, change, words) => {
    const { hospital, screen } = await boardOf('receptionist', all, `/beds?act=maintain&bed=${free.id}`)
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Broken')
    const submit = dialog.getByRole('button', { name: 'Set A-1 to maintenance' })
    await expect.element(submit).toBeEnabled()
    await expect.poll(() => hospital.followed('beds')).toBe(true)
    hospital.tell({ scope: 'beds', put: [{ ...free, ...change, version: 2 } as Bed] })
    await expect.element(dialog.getByText(words)).toBeVisible()
    await expect.element(submit).toBeDisabled()
    await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Broken')
  })
})
