import { expect } from '@playwright/test'
import { admitted, bedCard, bedIn, openBeds } from '../bed-people.ts'
import { call, choose, dear, signInAnew, test, unique } from '../people.ts'
import { registered } from '../queue-people.ts'
import { openNightHospital } from './night-hospital.ts'

// It needs a hospital of its own: a second general ward would change what other stories' boards say.
test('a second general ward is added, a nurse chooses it and sees its beds alone, and it is closed when it is empty', async ({
  browser,
}) => {
  dear('a hospital of its own, and three people')
  const hospital = await openNightHospital()
  try {
    const [admin, nurse, desk] = await Promise.all(
      (['admin', 'nurse', 'receptionist'] as const).map(async (account) => {
        const page = await browser.newPage({ baseURL: hospital.origin })
        await signInAnew(page.request, account)
        return page
      }),
    )
    if (!admin || !nurse || !desk) throw new Error('Nobody is there')
    const [mine, other] = [await bedIn(admin, 'GENERAL'), await bedIn(admin, 'GENERAL')]
    const name = `Ward ${unique()}`

    await admin.goto('/settings/hospital')
    await admin.getByRole('link', { name: 'Add, rename, merge or close wards' }).click()
    await admin.getByRole('button', { name: 'Add Ward' }).click()
    const adding = admin.getByRole('dialog', { name: 'Add a ward' })
    await adding.getByLabel('Name').fill('general ward')
    await choose(admin, 'Kind', 'General Ward')
    await adding.getByRole('button', { name: 'Add ward' }).click()
    await expect(adding).toContainText('Another ward has this name.')
    await adding.getByLabel('Name').fill(name)
    await adding.getByRole('button', { name: 'Add ward' }).click()
    const row = admin.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText('No beds')

    await row.getByRole('button', { name: `Move beds to ${name}` }).click()
    const moving = admin.getByRole('dialog', { name: `Move beds to ${name}` })
    await moving.getByLabel('Bed numbers').fill(`${mine.bedNumber}, nowhere-1`)
    await moving.getByRole('button', { name: /^Move/ }).click()
    await expect(moving).toContainText('There is no bed nowhere-1.')
    await moving.getByLabel('Bed numbers').fill(mine.bedNumber.toLowerCase())
    await moving.getByRole('button', { name: 'Move 1 bed' }).click()
    await expect(row).toContainText('1 bed, 0 occupied')

    // A nurse who chose the ward sees only its patients.
    await nurse.goto('/dashboard')
    await choose(nurse, 'Ward', name)
    const inpatients = nurse.getByRole('table', { name: 'Inpatients' })
    await expect(nurse.getByText('No inpatients')).toBeVisible()
    const [here, elsewhere] = [await registered(desk), await registered(desk)]
    await admitted(desk, other, elsewhere)
    const admission = await admitted(desk, mine, here)
    await expect(inpatients).toContainText(here.lastName.toUpperCase())
    await expect(inpatients).toContainText(`${mine.bedNumber}, ${name}`)
    await expect(inpatients).not.toContainText(elsewhere.lastName.toUpperCase())
    await nurse.getByRole('link', { name: /^Inpatients ?1/ }).click()
    await expect(bedCard(nurse, mine)).toBeVisible()
    await expect(nurse.getByRole('article')).toHaveCount(1)
    await openBeds(nurse)
    await expect(nurse.getByRole('heading', { name })).toBeVisible()
    await expect(nurse.getByRole('heading', { name: 'General Ward', exact: true })).toBeVisible()

    const closing = admin.getByRole('dialog', { name: 'Close this ward?' })
    await row.getByRole('button', { name: `Close ${name}` }).click()
    await closing.getByRole('button', { name: `Close ${name}` }).click()
    await expect(closing).toContainText(`${name} has a patient: ${here.firstName} ${here.lastName}`)
    await admin.keyboard.press('Escape')
    await call(desk.request, 'POST', `/admissions/${admission.id}/discharge`, { destination: 'HOME' })
    await expect(row).toContainText('1 bed, 0 occupied')
    await row.getByRole('button', { name: `Close ${name}` }).click()
    await closing.getByRole('button', { name: `Close ${name}` }).click()
    await expect(row).toHaveCount(0)
    await expect(nurse.getByRole('heading', { name })).toHaveCount(0)
  } finally {
    await hospital.close()
  }
})
