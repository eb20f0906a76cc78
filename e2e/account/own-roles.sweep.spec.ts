import { expect } from '@playwright/test'
import { bedIn } from '../bed-people.ts'
import { call, dear, pageOf, refusedCalls, test, unique } from '../people.ts'
import { booked, card, openQueue, queued, registered } from '../queue-people.ts'
import { newcomer } from './newcomer.ts'

test('a hospital makes a role of its own, changes it while somebody works in it, and retires it', async ({
  browser,
}) => {
  dear('two people, one of them new')
  const { person, page } = await newcomer(browser)
  const name = `${person.firstName} ${person.lastName}`
  const admin = await pageOf(browser, 'admin')
  await bedIn(admin, 'GENERAL')
  const title = `Clerk ${unique()}`
  await admin.goto('/staff')
  await admin.getByRole('link', { name: 'Roles' }).click()
  await admin.getByRole('button', { name: 'Add Role' }).click()
  const adding = admin.getByRole('dialog', { name: 'Add a role' })
  await adding.getByLabel('Title').fill(title)
  const allowed = adding.getByRole('status', { name: 'What this role allows' })
  await adding.getByRole('combobox', { name: 'Copy permissions from' }).fill('Nurse')
  await admin.keyboard.press('Enter')
  await expect(allowed).toContainText('record vital signs')
  // Recording vital signs needs the clinical record.
  await adding.getByRole('checkbox', { name: 'See the clinical record' }).uncheck()
  await expect(adding.getByRole('checkbox', { name: 'Record vital signs and acuity' })).not.toBeChecked()
  await expect(allowed).toContainText(
    /May: Find and see patients, .*May not: .*record vital signs and acuity/,
  )
  await adding.getByRole('button', { name: 'Add role' }).click()
  await expect(adding).toBeHidden()
  const row = admin.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Nobody')

  await admin.getByRole('link', { name: 'Staff', exact: true }).first().click()
  await admin.getByLabel('Search staff by name or e-mail').fill(person.lastName)
  await admin.getByRole('button', { name: `Edit ${name}` }).click()
  const offering = admin.getByRole('dialog', { name: `Edit ${name}` })
  await offering.getByRole('checkbox', { name: title }).check()
  await offering.getByRole('checkbox', { name: 'Receptionist', exact: true }).uncheck()
  await offering.getByRole('button', { name: `Save ${name}` }).click()
  await expect(offering).toBeHidden()

  const refused = refusedCalls(page)
  await page.goto('/dashboard')
  await page.getByRole('radio', { name: title }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`You're logged in as ${title}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Bed Availability/ })).toBeVisible()
  const navigation = page.getByRole('navigation').first()
  await expect(navigation.getByRole('link')).toHaveText([
    'Dashboard',
    'Bed Management',
    'Admissions',
    'Patients',
    'Stock Availability',
    'Settings',
  ])
  await navigation.getByRole('link', { name: 'Bed Management' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Assign' }).first()).toBeVisible()

  // The clerk looks on while the role is changed.
  await admin.goto('/staff/roles')
  await expect(row).toContainText(name)
  await row.getByRole('button', { name: `Edit ${title}` }).click()
  const editing = admin.getByRole('dialog', { name: `Edit ${title}` })
  await editing.getByRole('checkbox', { name: 'Admit, transfer and discharge' }).uncheck()
  await editing.getByRole('button', { name: `Save ${title}` }).click()
  await expect(editing).toBeHidden()
  await expect(page.getByRole('button', { name: 'Assign' })).toHaveCount(0)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(refused).toEqual([])

  await row.getByRole('button', { name: `Retire ${title}` }).click()
  const retiring = admin.getByRole('dialog', { name: 'Retire this role?' })
  await retiring.getByRole('button', { name: `Retire ${title}` }).click()
  await expect(retiring).toContainText('still have this role')
  await admin.keyboard.press('Escape')
  await expect(row).toBeVisible()
})

test('a registrar, in a role of doctors of the hospital’s own, is booked and sees the patient', async ({
  browser,
}) => {
  dear('three people, one of them new')
  const { person, page } = await newcomer(browser)
  const admin = await pageOf(browser, 'admin')
  const title = `Registrar ${unique()}`
  await admin.goto('/staff/roles')
  await admin.getByRole('button', { name: 'Add Role' }).click()
  const adding = admin.getByRole('dialog', { name: 'Add a role' })
  await adding.getByLabel('Title').fill(title)
  await expect(adding.getByRole('checkbox', { name: 'Prescribe and stop medicines' })).toHaveCount(0)
  await adding.getByRole('combobox', { name: 'Copy permissions from' }).fill('Doctor')
  await admin.keyboard.press('Enter')
  await expect(adding.getByRole('checkbox', { name: 'People in this role are doctors' })).toBeChecked()
  await adding.getByRole('checkbox', { name: 'Prescribe and stop medicines' }).uncheck()
  await adding.getByRole('button', { name: 'Add role' }).click()
  await expect(adding).toBeHidden()
  const made: { name: string; title: string }[] = await call(admin.request, 'GET', '/roles')
  const role = made.find((one) => one.title === title)
  const { version } = await call(admin.request, 'GET', `/staff/${person.id}`)
  const offer = { offeredRoles: [role?.name], active: true }
  await call(admin.request, 'PUT', `/staff/${person.id}`, offer, { 'if-match': `"${version}"` })
  await page.goto('/dashboard')
  await page.getByRole('radio', { name: title }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('link', { name: /^My Queue/ })).toBeVisible()

  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk)
  await queued(desk, await booked(desk, patient, person, { time: '10:00' }))
  await openQueue(desk, patient.lastName)
  await openQueue(page, patient.lastName)
  await card(page, 'In Queue', patient).getByRole('button', { name: 'Start' }).click()
  await expect(card(desk, 'In Progress', patient)).toBeVisible()
})
