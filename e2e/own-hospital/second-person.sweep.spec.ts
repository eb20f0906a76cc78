import { expect, type Page } from '@playwright/test'
import { call, dear, demoPassword, signInAnew, test } from '../people.ts'
import { hospitalDay, registered } from '../queue-people.ts'
import { itemOf } from '../store-people.ts'
import { openNightHospital } from './night-hospital.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const current = (page: Page) => page.getByRole('region', { name: 'Current Medications' })

/** Countersigns as a colleague. */
async function countersign(page: Page, account: string, password = demoPassword) {
  const asked = dialog(page, 'Second person')
  await asked.getByLabel('Colleague’s e-mail').fill(`${account}@demo.test`)
  await asked.getByLabel('Colleague’s password', { exact: true }).fill(password)
  await asked.getByRole('button', { name: 'Countersign', exact: true }).click()
}

// It needs a hospital of its own, which costs 4 s of a core, and four people at work.
test('where the hospital asks for it, a colleague countersigns an override and a disposal on the same screen, and users switch there', async ({
  browser,
}) => {
  dear('four people in a hospital of its own, two countersignatures and two changes of user')
  const hospital = await openNightHospital()
  try {
    const [admin, doctor, pharmacist, desk, ward] = (await Promise.all(
      (['admin', 'doctor', 'pharmacist', 'receptionist', 'nurse'] as const).map(async (account) => {
        const page = await browser.newPage({ baseURL: hospital.origin })
        await signInAnew(page.request, account)
        return page
      }),
    )) as [Page, Page, Page, Page, Page]
    const me = async (page: Page) => {
      const { firstName, lastName } = await call(page.request, 'GET', '/me')
      return `${firstName} ${lastName}`
    }
    const [nurse, doctorsName] = await Promise.all([me(ward), me(doctor)])
    await admin.goto('/settings/hospital')
    for (const act of ['Prescribing despite an allergy', 'Disposing of a controlled medicine']) {
      await admin.getByRole('switch', { name: act }).click()
    }
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    await expect(admin.getByText('Settings saved')).toBeVisible()

    const patient = await registered(desk, { allergies: 'Penicillin' })
    await ward.goto(`/patients/${patient.id}`)
    await expect(current(ward)).toBeVisible()
    await doctor.addInitScript('window.print = () => {}')
    await doctor.goto('/patients')
    await doctor.goto(`/patients/${patient.id}`)
    await current(doctor).getByRole('button', { name: 'Prescribe' }).click()
    const form = dialog(doctor, /^Prescribe for/)
    await form.getByLabel('Medicine').fill('Amoxicillin 500 mg')
    await form.getByLabel('Reason to prescribe it despite the allergy').fill('Tolerated it in May')
    await form.getByLabel('Dose').fill('1')
    for (const [field, choice] of [
      ['Unit', 'tab'],
      ['Route', 'oral'],
      ['Frequency', 'every 8'],
    ] as const) {
      await form.getByRole('combobox', { name: field }).fill(choice)
      await doctor.keyboard.press('Tab')
    }
    await form.getByRole('button', { name: 'Prescribe' }).click()
    const second = dialog(doctor, 'Second person')
    await expect(second).toContainText('Prescribe Amoxicillin 500 mg (1 tablet, oral, every 8 hours) for')
    await expect(second).toContainText('despite allergy to Penicillin. Reason: Tolerated it in May')
    for (const fact of [patient.mrn, '3 Feb 1984', 'Allergies: Penicillin'])
      await expect(second).toContainText(fact)

    // The doctor can't do it alone, reception may not, and a mistyped password loses nothing.
    await countersign(doctor, 'doctor')
    await expect(second).toContainText('You can’t countersign your own act')
    await countersign(doctor, 'receptionist')
    await expect(second).toContainText('This colleague’s role may not countersign')
    await countersign(doctor, 'nurse', 'mistyped')
    await expect(second).toContainText('The e-mail or the password is wrong')
    await second.getByRole('button', { name: 'Cancel' }).click()
    await expect(form.getByLabel('Dose')).toHaveValue('1')
    await form.getByRole('button', { name: 'Prescribe' }).click()
    await countersign(doctor, 'nurse')
    const both = `Given despite allergy to Penicillin: Tolerated it in May. Countersigned by ${nurse}`
    for (const page of [doctor, ward]) {
      await expect(current(page)).toContainText(both)
      await expect(current(page)).toContainText(doctorsName)
    }
    await current(doctor).getByRole('button', { name: 'Print Prescription' }).click()
    const sheet = doctor.locator('[data-print-sheet]')
    await expect(sheet).toContainText(`Countersigned by ${nurse}`)
    await expect(sheet).toContainText(doctorsName)

    // The colleague uses the device, and the doctor's entries wait for the doctor.
    await current(doctor).getByRole('button', { name: 'Prescribe' }).click()
    await form.getByLabel('Medicine').fill('Paracetamol 500 mg')
    await form.getByRole('button', { name: 'Close' }).click()
    await switchTo(doctor, doctorsName, 'nurse')
    await expect(doctor.getByRole('button', { name: nurse })).toBeVisible()
    // Back leads to a page of the colleague's own, whether the browser loads it or has kept it.
    await doctor.goBack()
    await expect(doctor.getByRole('button', { name: nurse })).toBeVisible()
    await expect(doctor.getByText(doctorsName)).toHaveCount(0)
    const loaded = doctor.waitForEvent('load')
    await doctor.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await loaded
    await doctor.goto(`/patients/${patient.id}`)
    await expect(current(doctor)).toContainText(both)
    await expect(doctor.getByText('Paracetamol')).toHaveCount(0)
    await switchTo(doctor, nurse, 'doctor')
    await expect(doctor.getByRole('button', { name: doctorsName })).toBeVisible()
    await expect(doctor).toHaveURL(`/patients/${patient.id}`)
    await current(doctor).getByRole('button', { name: 'Prescribe' }).click()
    await expect(form.getByLabel('Medicine')).toHaveValue('Paracetamol 500 mg')

    const item = await itemOf(pharmacist, { isControlled: true })
    await call(pharmacist.request, 'POST', `/inventory/${item.id}/movements`, {
      kind: 'RECEIVE',
      quantity: 10,
      batchNumber: 'M-1',
      expiryDate: `${Number((await hospitalDay(desk)).slice(0, 4)) + 1}-01-01`,
    })
    await pharmacist.goto(`/inventory/${item.id}`)
    await pharmacist.getByRole('button', { name: 'Dispose', exact: true }).click()
    const disposal = dialog(pharmacist, /^Dispose/)
    await disposal.getByLabel(/^Quantity/).fill('2')
    await disposal.getByRole('combobox', { name: 'Batch' }).fill('M-1')
    await pharmacist.keyboard.press('Tab')
    await disposal.getByRole('combobox', { name: 'Cause' }).fill('dam')
    await pharmacist.keyboard.press('Tab')
    await disposal.getByRole('button', { name: /^Dispose/ }).click()
    await expect(dialog(pharmacist, 'Second person')).toContainText('from batch M-1, damaged')
    await countersign(pharmacist, 'nurse')
    await expect(pharmacist.getByRole('row', { name: /Disposed of, damaged/ })).toContainText(
      `Countersigned by ${nurse}`,
    )
  } finally {
    await hospital.close()
  }
})

/** From the menu of the account, at the same screen. */
async function switchTo(page: Page, from: string, account: string) {
  await page.getByRole('button', { name: from }).click()
  await page.getByRole('menuitem', { name: 'Switch User' }).click()
  const asked = dialog(page, 'Switch user')
  await asked.getByLabel('E-mail').fill(`${account}@demo.test`)
  await asked.getByLabel('Password', { exact: true }).fill(demoPassword)
  await asked.getByRole('button', { name: 'Sign in', exact: true }).click()
}
