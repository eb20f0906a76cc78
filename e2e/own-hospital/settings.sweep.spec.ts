import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { leaveAlone } from '../account/newcomer.ts'
import { sheets } from '../labels/printed.ts'
import { call, choose, dear, signInAnew, test } from '../people.ts'
import { booked, registered } from '../queue-people.ts'
import { openNightHospital } from './night-hospital.ts'

// It needs a hospital of its own, which costs 4 s of a core, and has every screen open that shows a setting.
test('how the hospital is reached, its logo, clock and units are changed once, for every open screen and print', async ({
  browser,
}) => {
  dear('settings are seen on six screens of a hospital of its own')
  const hospital = await openNightHospital()
  try {
    const [admin, room, desk] = (await Promise.all(
      (['admin', 'doctor', 'receptionist'] as const).map(async (account) => {
        const page = await browser.newPage({ baseURL: hospital.origin })
        await signInAnew(page.request, account)
        return page
      }),
    )) as [Page, Page, Page]
    const patient = await registered(desk)
    const doctor = await call(room.request, 'GET', '/me')
    await booked(desk, patient, doctor, { time: '14:05' })
    const vitals = { temperature: 38, weight: 80, height: 175 }
    await call(room.request, 'POST', `/patients/${patient.id}/vitals`, vitals)
    await desk.goto('/opd-queue')
    const card = desk.getByRole('listitem').filter({ hasText: patient.lastName })
    await expect(card).toContainText('2:05 PM')
    await room.goto(`/patients/${patient.id}`)
    const recent = room.getByRole('region', { name: 'Recent Vital Signs' })
    await expect(recent).toContainText('38.0 °C')

    const besides = async (page: Page) =>
      browser.newPage({ baseURL: hospital.origin, storageState: await page.context().storageState() })
    const ofAnyDay = await besides(desk)
    await ofAnyDay.goto('/appointments')
    const listed = ofAnyDay.getByRole('row').filter({ hasText: patient.lastName })
    await expect(listed).toContainText('2:05 PM')
    const ofPatient = await besides(room)
    await ofPatient.goto(`/patients/${patient.id}?tab=appointments`)
    const history = ofPatient.getByRole('tabpanel').getByRole('table')
    await expect(history).toContainText('2:05 PM')

    const secret = randomBytes(32).toString('base64url')
    await call(admin.request, 'POST', '/displays', { name: 'Ground floor', secret })
    const television = await browser.newPage({ baseURL: hospital.origin })
    await television.goto(`/display#${secret}`)
    const clock = television.locator('header strong')
    await expect(clock).toHaveText(/[AP]M$/)

    await admin.goto('/settings/hospital')
    // The arrow keys lead from tab to tab. Each tab is a page of its own, and the tabs stay above it.
    const tab = (of: string) => admin.getByRole('tab', { name: of })
    await tab('Hospital').press('ArrowLeft')
    await expect(admin).toHaveURL(/settings$/)
    await expect(tab('Your account')).toBeFocused()
    await tab('Your account').press('ArrowRight')
    await expect(tab('Hospital')).toBeFocused()
    const name = 'The Royal Infirmary and Memorial Teaching Hospital of Saint Bartholomew, North Harbour'
    await admin.getByRole('textbox', { name: 'Hospital name' }).fill(name)
    const address = ['1 Quay Street', 'Department of Internal Medicine, Building 14', 'Harbour City HC1 2AB']
    await admin.getByRole('textbox', { name: 'Address' }).fill(address.join('\n'))
    await admin.getByRole('textbox', { name: 'Phone' }).fill('+44 20 7946 0100')
    await choose(admin, 'Clock', '24 hours (14:30)')
    await choose(admin, 'Temperature', 'Degrees Fahrenheit (°F)')
    await choose(admin, 'Weight', 'Pounds (lb)')
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    const file = admin.locator('input[type=file]')
    await file.setInputFiles(resolve(import.meta.dirname, '../../web/public/favicon.svg'))
    await expect(admin.getByText('Logo not saved: This file is not a picture')).toBeVisible()
    // The file can be chosen again under the same name, once it is repaired.
    await expect(file).toHaveValue('')
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await admin.screenshot() })
    await expect(admin.getByRole('img', { name: /^Logo of / })).toBeVisible()

    for (const shown of [card, listed, history]) await expect(shown).toContainText('14:05')
    await expect(clock).toHaveText(/^\d\d:\d\d$/)
    const banner = desk.getByRole('banner')
    await expect(banner.locator('img')).toBeVisible()
    // The logo has a reserved place, so that it moves nothing when it loads late.
    const nameBegins = async () => (await banner.getByText(name).boundingBox())?.x
    const begun: (number | undefined)[] = []
    await desk.route('**/api/site/logo/*', async (route) => {
      begun.push(await nameBegins())
      await route.continue()
    })
    await desk.reload()
    await expect(banner.locator('img')).toBeVisible()
    expect(begun).toEqual([await nameBegins()])
    await expect(recent).toContainText('100.4 °F')
    await expect(recent).toContainText('176.4 lb')
    await expect(recent).toContainText('175 cm')
    await recent.getByRole('button', { name: 'Record Vital Signs' }).click()
    const dialog = room.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Temperature (°F)' }).fill('37')
    await dialog.getByRole('button', { name: 'Record Vital Signs' }).click()
    await expect(dialog.getByText('37 °C is 98.6 °F').first()).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Temperature (°F)' }).fill('98.5')
    await dialog.getByRole('button', { name: 'Record Vital Signs' }).click()
    await expect(recent).toContainText('98.5 °F')

    await room.evaluate('window.print = () => {}')
    await room.getByRole('button', { name: 'Print Record' }).click()
    await expect(room.locator('[data-print-sheet]')).toContainText(
      [...address, '+44 20 7946 0100'].join(' · '),
    )

    // Visitors see the hospital's name, even without scripts.
    const plain = await browser.newContext({ baseURL: hospital.origin, javaScriptEnabled: false })
    const passerBy = await plain.newPage()
    await passerBy.goto('/')
    for (const place of ['banner', 'contentinfo'] as const) {
      await expect(passerBy.getByRole(place).getByText(name).first()).toBeVisible()
      const picture = passerBy.getByRole(place).locator('img')
      await expect
        .poll(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(0)
    }

    // A shorter time for the audit trail deletes older entries, so a question comes first.
    await choose(admin, 'Keep the audit log for', '2 years')
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    const question = admin.getByRole('dialog', { name: 'Keep the audit log for 2 years?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(admin.getByRole('combobox', { name: 'Keep the audit log for' })).toHaveValue('2 years')
    expect(await call(admin.request, 'GET', '/settings')).toMatchObject({ auditRetentionMonths: null })
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    await question.getByRole('button', { name: 'Delete Older Entries' }).click()
    await expect(admin.getByText('Settings saved').last()).toBeVisible()
    expect(await call(admin.request, 'GET', '/settings')).toMatchObject({ auditRetentionMonths: 24 })

    // The long name doesn't shrink the logo on the sign-in page, either.
    const visitor = await browser.newPage({ baseURL: hospital.origin, viewport: { width: 390, height: 844 } })
    await visitor.goto('/sign-in')
    await expect(visitor.getByText(name)).toBeVisible()
    expect(await visitor.getByRole('main').locator('svg').first().boundingBox()).toMatchObject({ width: 36 })

    // Even with such a long heading and a picture, the weekly report fits on one sheet.
    await admin.goto('/weekly-report')
    await admin.evaluate('window.print = () => {}')
    await admin.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(admin.locator('[data-print-sheet]').getByText(name)).toBeAttached()
    await expect(admin.locator('[data-print-sheet] img')).toHaveAttribute('src', /^data:/)
    expect(await sheets(admin)).toEqual([[210, 297]])

    // Once screens lock again, people who are at work go on, and people who went home are locked out.
    await admin.goto('/settings/hospital')
    await choose(admin, 'Lock idle screens after', 'Never')
    await admin.getByRole('textbox', { name: 'Hospital name' }).fill('Harbour Clinic')
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    for (const page of [desk, room]) {
      await expect(page.getByRole('banner')).toContainText('Harbour Clinic')
      await leaveAlone(page, 60)
    }
    await desk.getByRole('banner').hover()
    await desk.mouse.move(300, 300, { steps: 3 })
    const sinceActive = `Date.now() - Number(localStorage.getItem('lantern.active-at'))`
    await expect.poll(() => desk.evaluate<number>(sinceActive)).toBeLessThan(60_000)
    await choose(admin, 'Lock idle screens after', '15 minutes')
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    await expect(room.getByRole('dialog', { name: 'Locked' })).toBeVisible()
    // A later change reaches the desk. It also checks the time when it is shown again.
    await admin.getByRole('textbox', { name: 'Hospital name' }).fill('Quay Clinic')
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    await expect(desk.getByRole('banner')).toContainText('Quay Clinic')
    await desk.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    expect(await desk.evaluate(`localStorage.getItem('lantern.locked-at')`)).toBeNull()
    await expect(desk.getByRole('dialog')).toHaveCount(0)
  } finally {
    await hospital.close()
  }
})
