import { expect } from '@playwright/test'
import { admitted, bedCard, bedIn, fillAdmission, findPatient, openBeds } from '../bed-people.ts'
import { call, choose, dear, signInAnew, test, unique } from '../people.ts'
import { registered } from '../queue-people.ts'
import { openNightHospital } from './night-hospital.ts'

// It needs a hospital of its own: another general ward would change what other stories' boards say.
test('a ward becomes one for women; men are placed there for a reason, at a desk and on a phone', async ({
  browser,
}) => {
  dear('a hospital of its own, and three people')
  const hospital = await openNightHospital()
  try {
    const [admin, desk, phone] = await Promise.all(
      (['admin', 'receptionist', 'nurse'] as const).map(async (account) => {
        const viewport = account === 'nurse' ? { width: 390, height: 844 } : null
        const page = await browser.newPage({ baseURL: hospital.origin, ...(viewport && { viewport }) })
        await signInAnew(page.request, account)
        return page
      }),
    )
    if (!admin || !desk || !phone) throw new Error('Nobody is there')
    // By its name alone it would come first.
    const name = `Annex ${unique()}`
    const unit = await call(admin.request, 'POST', '/units', { name, ward: 'GENERAL' })
    const here = { unitId: unit.id }
    const [first, second, taken] = [
      await bedIn(admin, 'GENERAL', here),
      await bedIn(admin, 'GENERAL', here),
      await bedIn(admin, 'GENERAL', here),
    ]
    const man = (fields: object = {}) => registered(desk, { firstName: 'Ravi', gender: 'MALE', ...fields })
    const [his, other, inpatient] = [await man(), await man(), await man()]
    const elsewhere = await bedIn(admin, 'GENERAL')
    await admitted(desk, taken, inpatient)
    await admitted(desk, elsewhere, other)

    // The desk has its dialog open while the ward becomes one for women.
    await openBeds(desk, `?ward=GENERAL&unit=${unit.id}`)
    await bedCard(desk, first).getByRole('button', { name: 'Assign Patient' }).click()
    await findPatient(desk, his.mrn)
    await fillAdmission(desk, 'Pneumonia')
    const reason = desk.getByRole('textbox', { name: 'Reason for this ward' })
    await expect(reason).toHaveCount(0)

    await admin.goto('/beds/wards')
    await admin.getByRole('button', { name: `Edit ${name}` }).click()
    const editing = admin.getByRole('dialog', { name: `Edit ${name}` })
    await choose(admin, 'Who it is for', 'Women')
    await expect(editing).toContainText('1 man is in this ward now, and stays.')
    await editing.getByRole('button', { name: `Save ${name}` }).click()
    await expect(admin.getByRole('row').filter({ hasText: name })).toContainText('Women')

    const question = `${name} is for women. Say why this patient is placed there.`
    await expect(desk.getByText(question)).toBeVisible()
    await desk.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(reason).toHaveAccessibleDescription(question)
    await expect(desk.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue('Pneumonia')
    await reason.fill('No other bed with oxygen is free')
    await desk.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(bedCard(desk, first)).toContainText(his.lastName.toUpperCase())
    await expect(desk.getByText(/^For women, 2 of 3 occupied/)).toBeVisible()
    await expect(
      desk.getByText('Reason for this ward: No other bed with oxygen is free').first(),
    ).toBeVisible()

    // On a phone, wards for the other sex come last, and say 'for women'.
    await openBeds(phone, `?search=${elsewhere.bedNumber}`)
    await bedCard(phone, elsewhere).getByRole('button', { name: 'More for' }).click()
    await phone.getByRole('menuitem', { name: 'Transfer' }).click()
    const moving = phone.getByRole('dialog')
    await expect(moving.getByText(`${name}, for women`)).toBeVisible()
    await expect(moving.getByRole('radio').last()).toHaveAccessibleName(second.bedNumber)
    await moving.getByText(second.bedNumber, { exact: true }).click()
    await moving.getByRole('textbox', { name: 'Reason for this ward' }).fill('His wife is in the next bed')
    await moving.getByRole('button', { name: new RegExp(`to ${second.bedNumber}`) }).click()
    await expect(moving).toBeHidden()
    await phone.goto(`/patients/${other.id}`)
    await phone.getByText('All 2 beds of this admission').click()
    await expect(phone.getByText('Reason for this ward: His wife is in the next bed')).toBeVisible()
  } finally {
    await hospital.close()
  }
})
