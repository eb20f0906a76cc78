import { expect } from '@playwright/test'
import { illSet } from '../../server/testing/factories/vitals.ts'
import { admitted, bedIn } from '../bed-people.ts'
import { call, choose, dear, signInAnew, test } from '../people.ts'
import { registered } from '../queue-people.ts'
import { barriers } from '../screens/looks.ts'
import { openNightHospital } from './night-hospital.ts'

const hour = 3_600_000
/** hh:mm in UTC, which is the hospital's zone. */
const clockIn = (hours: number) => new Date(Date.now() + hours * hour).toISOString().slice(11, 16)

// It needs a hospital of its own: with shifts, every nurse's dashboard says more.
test('a hospital names its departments and shifts; a nurse has another ward in the shift that is on, and its high score', async ({
  browser,
}) => {
  dear('a hospital of its own, and four people')
  const hospital = await openNightHospital()
  try {
    const [admin, nurse, desk, doctor] = await Promise.all(
      (['admin', 'nurse', 'receptionist', 'doctor'] as const).map(async (account) => {
        const page = await browser.newPage({ baseURL: hospital.origin })
        await signInAnew(page.request, account)
        return page
      }),
    )
    if (!admin || !nurse || !desk || !doctor) throw new Error('Nobody is there')
    await nurse.goto('/dashboard')
    await choose(nurse, 'Ward', 'Psychiatric')
    const byShift = nurse.getByRole('button', { name: 'Wards by Shift' })
    await expect(byShift).toHaveCount(0)

    // Two wards of one department, which is named once.
    await admin.goto('/beds/wards')
    const wards = admin.getByRole('table', { name: 'Wards' })
    const giveDepartment = async (ward: string) => {
      await wards.getByRole('button', { name: `Edit ${ward}` }).click()
      const editing = admin.getByRole('dialog', { name: `Edit ${ward}` })
      await editing.getByLabel('Department').fill('Women')
      const offer = admin.getByRole('option', { name: 'Women’s Health' })
      if (await offer.isVisible()) await offer.click()
      else await editing.getByLabel('Department').fill('Women’s Health')
      await editing.getByRole('button', { name: `Save ${ward}` }).click()
      await expect(wards.getByRole('row').filter({ hasText: ward })).toContainText('Women’s Health')
    }
    await giveDepartment('Maternity')
    await giveDepartment('Pediatric')
    await admin.getByRole('button', { name: 'Departments' }).click()
    await admin.getByRole('button', { name: 'Rename Women’s Health' }).click()
    const renaming = admin.getByRole('dialog', { name: 'Rename Women’s Health' })
    await renaming.getByLabel('Name').fill('Women and Children')
    await renaming.getByRole('button', { name: 'Rename Women’s Health' }).click()
    await expect(admin.getByRole('dialog', { name: 'Departments' })).toContainText('Maternity, Pediatric')
    expect(await barriers(admin, 'all but contrast')).toEqual([])
    await admin.keyboard.press('Escape')
    await expect(wards.getByRole('row').filter({ hasText: 'Women and Children' })).toHaveCount(2)

    // A shift of now. The nurse's dashboard, which was open all along, has the way to its ward.
    await admin.getByRole('button', { name: 'Add Shift' }).click()
    const adding = admin.getByRole('dialog', { name: 'Add a shift' })
    await adding.getByLabel('Name').fill('Long')
    await adding.getByLabel('From').fill(clockIn(-6))
    await adding.getByLabel('To').fill(clockIn(6))
    await adding.getByRole('button', { name: 'Add shift' }).click()
    await expect(admin.getByRole('table', { name: 'Shifts' })).toContainText('Long')
    await byShift.click()
    const mine = nurse.getByRole('dialog', { name: 'Your wards by shift' })
    await expect(mine.getByRole('combobox', { name: 'Usual ward' })).toHaveValue('Psychiatric')
    await choose(nurse, 'Long', 'Maternity')
    expect(await barriers(nurse, 'all but contrast')).toEqual([])
    await mine.getByRole('button', { name: 'Done' }).click()
    await expect(nurse.getByText('Long, until')).toBeVisible()
    await expect(nurse.getByRole('combobox', { name: 'Ward', exact: true })).toHaveValue('Maternity')

    const [bed, patient] = [await bedIn(admin, 'MATERNITY'), await registered(desk)]
    await admitted(desk, bed, patient)
    const inpatients = nurse.getByRole('table', { name: 'Inpatients' })
    await expect(inpatients).toContainText(patient.lastName.toUpperCase())
    await call(doctor.request, 'POST', `/patients/${patient.id}/vitals`, illSet)
    const news = (): Promise<{ items: { vitals: { patientId: string } | null }[] }> =>
      call(nurse.request, 'GET', '/notifications')
    await expect
      .poll(async () => (await news()).items.map(({ vitals }) => vitals?.patientId))
      .toContain(patient.id)

    // Without the shift, it is the usual ward, at once.
    await admin.getByRole('button', { name: 'Remove Long' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Remove Long' }).click()
    await expect(nurse.getByRole('combobox', { name: 'Ward', exact: true })).toHaveValue('Psychiatric')
    await expect(byShift).toHaveCount(0)
  } finally {
    await hospital.close()
  }
})
