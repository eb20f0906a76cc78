import { expect } from '@playwright/test'
import { choose, dear, pageOf, test, unique, uniquePhone } from '../people.ts'
import { registered } from '../queue-people.ts'
import { openScreen } from '../screens/open.ts'

test('a passport is recorded live, is refused to another patient by name, and a scan of it opens the record', async ({
  browser,
}) => {
  dear('two desks, and a long form')
  const [desk, other] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const holder = await registered(desk)
  const number = String(1_000_000 + Math.floor(Math.random() * 9_000_000))

  // A colleague has the record open while the passport is recorded.
  await other.goto(`/patients/${holder.id}`)
  const shown = other.getByRole('region', { name: 'Identifiers' })
  await expect(shown).toContainText('None recorded')
  await desk.goto(`/patients/edit/${holder.id}`)
  await desk.getByRole('button', { name: 'Add Identifier' }).click()
  const dialog = desk.getByRole('dialog', { name: /^Add an identifier of/ })
  await choose(desk, 'What it is', 'Passport')
  await dialog.getByRole('textbox', { name: 'Identifier' }).fill(`Z-${number}`)
  await dialog.getByRole('button', { name: 'Add identifier' }).click()
  await expect(desk.getByText('Passport recorded')).toBeVisible()
  await expect(shown).toContainText(`Z-${number}`)

  // Another patient is registered with the same one, written differently.
  const lastName = unique()
  await openScreen(desk, '/patients/new')
  const passport = desk.getByRole('textbox', { name: 'Passport' })
  await passport.fill(`z ${number}`)
  await desk.getByLabel('First Name').fill('Meera')
  await desk.getByLabel('Last Name').fill(lastName)
  await desk.getByLabel('Date of Birth').fill('5/6/1990')
  await choose(desk, 'Gender', /^Female$/)
  await desk.getByLabel('Contact Number').fill(uniquePhone())
  await desk.getByLabel('Address').fill('2 Lamp Street')
  await desk.getByRole('button', { name: 'Save Patient' }).click()
  const taken = `${holder.lastName.toUpperCase()}, ${holder.firstName} (${holder.mrn}) already has this Passport.`
  await expect(passport).toHaveAccessibleDescription(new RegExp(taken.replace(/[()]/g, '\\$&')))
  await expect(passport).toHaveValue(`z ${number}`)
  await passport.clear()
  await desk.getByRole('button', { name: 'Save Patient' }).click()
  await expect(desk.getByText(`Patient Meera ${lastName} created successfully !`)).toBeVisible()

  // A scanner types it and presses Enter.
  await desk.keyboard.press('Control+k')
  await expect(desk.getByRole('combobox', { name: 'Search Lantern' })).toBeFocused()
  await desk.keyboard.type(`Z${number}`)
  const hit = desk.getByRole('group', { name: 'Patients' }).getByRole('option')
  await expect(hit).toContainText(`Passport …${number.slice(-4)}`)
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(new RegExp(`/patients/${holder.id}`))

  await other.getByRole('button', { name: 'End Passport' }).click()
  const ending = other.getByRole('dialog', { name: /^End Passport of/ })
  await ending.getByRole('textbox', { name: 'Reason' }).fill('Expired')
  await ending.getByRole('button', { name: 'End Passport' }).click()
  await expect(desk.getByRole('region', { name: 'Identifiers' })).toContainText('None recorded')
  await desk.getByRole('button', { name: 'Show 1 ended' }).click()
  await expect(desk.getByRole('region', { name: 'Identifiers' })).toContainText(': Expired')
})
