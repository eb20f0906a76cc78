import { expect } from '@playwright/test'
import { dear, pageOf, test } from '../people.ts'
import { registered } from '../queue-people.ts'
import { openScreen } from '../screens/open.ts'

test('an administrator merges two records, and the desk finds the survivor by the old MRN', async ({
  browser,
}) => {
  dear('two browsers')
  const [admin, desk] = [await pageOf(browser, 'admin'), await pageOf(browser, 'receptionist')]
  const [survivor, other] = [await registered(desk), await registered(desk)]
  await desk.goto(`/patients/${other.id}`)
  await expect(desk.getByRole('heading', { name: new RegExp(other.lastName, 'i') }).first()).toBeVisible()

  await admin.goto(`/patients/${survivor.id}`)
  await admin.getByRole('link', { name: 'Merge…' }).click()
  await admin.getByRole('textbox', { name: /^The other record/ }).fill(other.mrn)
  await admin.getByRole('option', { name: new RegExp(other.mrn) }).click()
  await admin.getByRole('textbox', { name: `Type ${survivor.mrn}` }).fill(survivor.mrn)
  await admin.getByRole('button', { name: 'Merge Records' }).click()
  await expect(admin.getByText(`${other.mrn} was merged into ${survivor.mrn}`).first()).toBeVisible()
  await expect(admin.getByRole('region', { name: 'Merged Records' })).toContainText(
    `Merged from ${other.mrn}`,
  )

  // The desk has the merged record open, and is led on.
  await expect(desk).toHaveURL(new RegExp(`/patients/${survivor.id}`))
  await desk.keyboard.press('Control+k')
  await desk.getByRole('combobox', { name: 'Search Lantern' }).fill(other.mrn)
  const hit = desk.getByRole('group', { name: 'Patients' }).getByRole('option')
  await expect(hit).toContainText(`formerly ${other.mrn}`)
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(new RegExp(`/patients/${survivor.id}`))

  await admin.getByRole('button', { name: `Undo the merge of ${other.mrn}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
  await expect(admin.getByText(`${other.mrn} is a record of its own again`).first()).toBeVisible()
  // A link leads there, though this window was led on from it before.
  await openScreen(desk, `/patients/${other.id}`)
  await expect(desk.getByText(other.mrn).first()).toBeVisible()
  await expect(desk).toHaveURL(new RegExp(`/patients/${other.id}`))
})
