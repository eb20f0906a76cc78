import { expect } from '@playwright/test'
import { call, choose, dear, signInAnew, test } from '../people.ts'
import { booked, queued, registered } from '../queue-people.ts'
import { openNightHospital } from './night-hospital.ts'

test('a hospital adds a clinic with rooms; its queue is filtered by it, and its waiting room has a screen of its own', async ({
  browser,
}) => {
  dear('a hospital of its own, with a desk, a television and an administrator')
  const hospital = await openNightHospital()
  try {
    const baseURL = hospital.origin
    const [admin, room, desk] = await Promise.all(
      (['admin', 'doctor', 'receptionist'] as const).map(async (account) => {
        const page = await browser.newPage({ baseURL })
        await signInAnew(page.request, account)
        return page
      }),
    )
    if (!admin || !room || !desk) throw new Error('Nobody is there')
    // As in a hospital without clinics, where no doctor keeps hours in one.
    await hospital.asOwner(`
      alter table practice_session disable trigger user; update practice_session set valid = 'empty';
      alter table practice_session enable trigger user;
      update staff set clinic_id = null; update clinic set retired_at = now()`)
    await desk.goto('/opd-queue')
    const ofClinic = desk.getByRole('combobox', { name: 'Filter by clinic' })
    await expect(desk.getByRole('combobox', { name: 'Filter by doctor' })).toBeVisible()
    await expect(ofClinic).toHaveCount(0)

    await admin.goto('/staff')
    await admin.getByRole('link', { name: 'Clinics' }).click()
    await admin.getByRole('button', { name: 'Add Clinic' }).click()
    const adding = admin.getByRole('dialog', { name: 'Add a clinic' })
    await adding.getByLabel('Name').fill('Eye clinic')
    await adding.getByLabel('Department').fill('Ophthalmology')
    await adding.getByLabel('Floor').fill('Third floor')
    await adding.getByLabel('Rooms').fill('E1\nE2\ne1')
    await adding.getByRole('button', { name: 'Add clinic' }).click()
    await expect(adding.getByText('Each room can be listed only once').first()).toBeVisible()
    await adding.getByLabel('Rooms').fill('E1\nE2')
    await adding.getByRole('button', { name: 'Add clinic' }).click()
    const clinic = admin.getByRole('row').filter({ hasText: 'Eye clinic' })
    await expect(clinic).toContainText('OphthalmologyThird floorNot recordedE1, E2None')

    await admin.getByRole('link', { name: 'Staff', exact: true }).first().click()
    await admin.getByRole('button', { name: 'Edit Anika Mehta' }).click()
    const editing = admin.getByRole('dialog', { name: 'Edit Anika Mehta' })
    await editing.getByRole('combobox', { name: 'Clinic' }).fill('Eye')
    await admin.keyboard.press('Enter')
    // A room of the clinic is chosen, and any other can be typed.
    await editing.getByLabel('Room').fill('')
    await admin.getByRole('option', { name: 'E2' }).click()
    await expect(editing.getByLabel('Room')).toHaveValue('E2')
    await editing.getByRole('button', { name: 'Save Anika Mehta' }).click()
    await expect(editing).toBeHidden()
    await expect(admin.getByRole('row').filter({ hasText: 'Anika Mehta' })).toContainText('Eye clinic, E2')

    await admin.goto('/settings/hospital')
    await admin.getByRole('button', { name: 'Add Screen' }).click()
    const screening = admin.getByRole('dialog')
    await screening.getByRole('textbox', { name: 'Name' }).fill('Corridor')
    await screening.getByRole('combobox', { name: 'Clinic' }).fill('Eye')
    await admin.keyboard.press('Enter')
    await screening.getByRole('button', { name: 'Create link' }).click()
    const television = await browser.newPage({ baseURL })
    await television.goto(await screening.getByLabel('Link of the screen').inputValue())
    await expect(television.getByRole('heading', { level: 1 })).toContainText('Eye clinic, Third floor')
    const next = television.getByRole('region', { name: 'Next' })

    // A patient of another clinic's doctor arrives and does not appear in this waiting room.
    const doctors: { id: string; firstName: string; lastName: string }[] = await call(
      desk.request,
      'GET',
      '/users/doctors',
    )
    const own = doctors.find(({ lastName }) => lastName === 'Mehta')
    const other = doctors.find(({ lastName }) => lastName !== 'Mehta')
    if (!own || !other) throw new Error('There are too few doctors')
    const [patient, stranger] = [await registered(desk), await registered(desk)]
    const [mine, theirs] = [
      await booked(desk, patient, own, { time: '06:07' }),
      await booked(desk, stranger, other, { time: '06:07' }),
    ]
    await queued(desk, theirs)
    await queued(desk, mine)
    const numbered = (queueNumber: number) => next.getByText(String(queueNumber), { exact: true })
    await expect(numbered(mine.queueNumber)).toBeVisible()
    await expect(next.getByRole('listitem').last()).toContainText(`${mine.queueNumber}Dr Anika MehtaE2`)
    await expect(numbered(theirs.queueNumber)).toHaveCount(0)

    // The desk, which had the queue open all along, has the filter now.
    await expect(ofClinic).toBeVisible()
    const waiting = desk.getByRole('region', { name: 'In Queue' }).getByRole('listitem')
    const card = (of: { lastName: string }) => waiting.filter({ hasText: of.lastName.toUpperCase() })
    await choose(desk, 'Filter by clinic', 'Eye clinic')
    await expect(card(patient)).toBeVisible()
    await expect(card(stranger)).toHaveCount(0)
    await expect(desk).toHaveURL(/clinic=/)
    await desk.reload()
    await expect(card(patient)).toBeVisible()
    await expect(card(stranger)).toHaveCount(0)

    // The doctor moves to another clinic, and the patients with them.
    await admin.goto('/staff/clinics')
    await admin.getByRole('button', { name: 'Close Eye clinic' }).click()
    const question = admin.getByRole('dialog', { name: 'Close this clinic?' })
    await question.getByRole('button', { name: 'Close Eye clinic' }).click()
    await expect(question.getByRole('alert')).toContainText('It is the clinic of Anika Mehta')
    await question.getByRole('button', { name: 'Cancel' }).click()
    const member = await call(admin.request, 'GET', `/staff/${own.id}`)
    await call(
      admin.request,
      'PUT',
      `/staff/${own.id}`,
      { clinicId: null },
      { 'if-match': `"${member.version}"` },
    )
    await expect(next).toContainText('No one is waiting')
    await expect(card(patient)).toHaveCount(0)
    await desk.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect(card(stranger)).toBeVisible()
  } finally {
    await hospital.close()
  }
})
