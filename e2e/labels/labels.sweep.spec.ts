import { type Browser, expect, type Page } from '@playwright/test'
import { admitted, bedCard, bedIn, openBeds } from '../bed-people.ts'
import { call, type DemoAccount, dear, pageOf, signIn, test, unique } from '../people.ts'
import { registered } from '../queue-people.ts'
import { codeOn, isWhole, scan, sheets } from './printed.ts'

/** A computer with a label printer. The printed sheet stays until the story has checked it. */
async function printerOf(browser: Browser, account: DemoAccount): Promise<Page> {
  // The measures of a print must be the same on a computer with reduced motion.
  const page = await (await browser.newContext({ deviceScaleFactor: 3, reducedMotion: 'reduce' })).newPage()
  await page.addInitScript('window.print = () => {}')
  await signIn(page, account)
  return page
}

const banner = (page: Page) => page.getByRole('region', { name: 'Patient' })

test('a label’s code opens the patient in every search box, and is chosen by a picker; another one says why it is not', async ({
  browser,
}) => {
  dear('it scans into every search box and picker')
  const desk = await printerOf(browser, 'receptionist')
  const lastName = `${unique()}-Wolfeschlegelsteinhausenbergerdorff`
  const patient = await registered(desk, { firstName: 'Hubert Blaine Maximilian Alexander', lastName })
  await desk.goto(`/patients/${patient.id}`)
  await desk.getByRole('button', { name: 'Labels' }).click()
  await desk.getByRole('menuitem', { name: 'Print Label' }).click()
  const label = desk.getByRole('region', { name: 'Patient label', includeHidden: true })
  await expect(label).toContainText(lastName.toUpperCase())
  await expect(label).toContainText(patient.mrn)
  await expect(label).toContainText('3 Feb 1984')
  expect(await isWhole(label, [62, 29])).toBe(true)
  const code = await codeOn(label)
  expect(await sheets(desk)).toEqual([[62, 29]])
  await expect(label).toHaveCount(0)

  for (const screen of ['/patients?search=okafor', '/opd-queue', '/beds?search=a-1']) {
    await desk.goto(screen)
    await scan(desk.getByRole('searchbox'), code)
    await expect(banner(desk), screen).toContainText(patient.mrn)
    await desk.goBack()
    await expect(desk.getByRole('searchbox'), screen).toHaveValue(screen.split('=')[1] ?? '')
  }

  const { labelMark } = await call(desk.request, 'GET', '/site')
  const codeOf = (mark: string, { id }: { id: string }) => `LTN${mark}${id.replaceAll('-', '').toUpperCase()}`
  const box = desk.getByRole('searchbox')
  await box.fill('')
  await scan(box, codeOf(labelMark === '00000000' ? '11111111' : '00000000', patient))
  await expect(desk.getByRole('alert')).toContainText('another hospital’s')
  await expect(box).toHaveValue('')

  await desk.goto('/opd-queue/new')
  const picker = desk.getByRole('textbox', { name: 'Patient', exact: true })
  await scan(picker, codeOf(labelMark, { id: '00000000-0000-4000-8000-000000000000' }))
  await expect(desk.getByText('No patient here has this label.')).toBeVisible()
  // The next scan replaces the text.
  await scan(picker, code.toLowerCase())
  await expect(desk.getByText(patient.mrn)).toBeVisible()
  await expect(picker).toHaveValue(new RegExp(lastName.toUpperCase()))
})

test('a wristband is printed at the bed: who wears it, what they can’t tolerate, and a code that opens them', async ({
  browser,
}) => {
  dear('it prints, and reads the code of what was printed')
  const admin = await printerOf(browser, 'admin')
  const bed = await bedIn(admin, 'GENERAL')
  const patient = await registered(await pageOf(browser, 'receptionist'), {
    lastName: `${unique()} 山田太郎`,
    allergies: 'Penicillin',
  })
  await admitted(admin, bed, patient)
  await openBeds(admin, `?search=${bed.bedNumber}`)
  await bedCard(admin, bed).getByRole('button', { name: 'More for' }).click()
  await admin.getByRole('menuitem', { name: 'Print Wristband' }).click()
  const band = admin.getByRole('region', { name: 'Wristband', includeHidden: true })
  await expect(band).toContainText(patient.lastName.toUpperCase())
  await expect(band).toContainText('ALLERGIES: Penicillin')
  expect(await isWhole(band, [25, 260])).toBe(true)
  const code = await codeOn(band)
  expect(await sheets(admin)).toEqual([[25, 260]])
  await expect(band).toHaveCount(0)
  // The search waits for the end of a code, even from a slow scanner.
  await scan(admin.getByRole('searchbox'), code, 50)
  await expect(banner(admin)).toContainText(patient.mrn)
  await admin.goBack()
  await expect(admin.getByRole('searchbox')).toHaveValue(bed.bedNumber)
})
