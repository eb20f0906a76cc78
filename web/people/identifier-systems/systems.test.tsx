import { expect, test } from 'vitest'
import {
  addIdentifierSystem,
  editIdentifierSystem,
  type IdentifierSystem,
  listIdentifierSystems,
} from '../../../contract/people/identifier-systems.ts'
import { refuse } from '../../testing/hospital.ts'
import { newId } from '../../testing/records.ts'
import { choose, hospitalFor, show } from '../../testing/show.tsx'
import { SystemsSection } from './SystemsSection.tsx'

const card: IdentifierSystem = {
  id: newId(),
  name: 'Family card',
  kind: 'INSURANCE',
  pattern: '@@ ####',
  checkDigit: null,
  isExclusive: false,
  isRetired: false,
  version: 1,
}

async function section(systems: IdentifierSystem[]) {
  const hospital = hospitalFor('admin')
  hospital.answer(listIdentifierSystems, () => systems)
  return { hospital, screen: await show(<SystemsSection />, hospital) }
}

test('a system is added with what is missing said beside the fields', async () => {
  const { hospital, screen } = await section([])
  await expect.element(screen.getByText('No identifier systems yet.')).toBeVisible()
  await screen.getByRole('button', { name: 'Add System' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add an identifier system' })
  const add = dialog.getByRole('button', { name: 'Add system' })
  await dialog.getByRole('textbox', { name: 'Pattern' }).fill('ABC')
  await add.click()
  for (const message of [
    'Name is required',
    'Choose what kind of identifier it is',
    'Use # for a digit, @ for a letter and * for either',
  ])
    await expect.element(dialog.getByRole('link', { name: message })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('NHS number')
  await choose(dialog.getByRole('combobox', { name: 'Kind' }), 'nat')
  await dialog.getByRole('textbox', { name: 'Pattern' }).fill('### ### ####')
  await choose(dialog.getByRole('combobox', { name: 'Check digit' }), 'nhs')
  hospital.answer(addIdentifierSystem, { ...card, name: 'NHS number' })
  await add.click()
  await expect.poll(() => hospital.sent(addIdentifierSystem)).toHaveLength(1)
  expect(hospital.sent(addIdentifierSystem)[0]?.body).toEqual({
    name: 'NHS number',
    kind: 'NATIONAL',
    pattern: '### ### ####',
    checkDigit: 'MOD11',
    isExclusive: true,
  })
})

test('one that patients share is not made exclusive, and which they are stands beside the box', async () => {
  const systems = [card]
  const { hospital, screen } = await section(systems)
  await expect.element(screen.getByText('Insurance, can be shared, e.g. AB 3456')).toBeVisible()
  await screen.getByRole('button', { name: 'Edit Family card' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit Family card' })
  const clash = 'Family card can’t be for one patient only: MRN1 and MRN2 share F 1.'
  hospital.answer(editIdentifierSystem, () =>
    refuse(409, 'identifiers_clash', clash, { errors: [{ path: 'isExclusive', message: clash }] }),
  )
  const box = dialog.getByRole('checkbox', { name: 'One patient only' })
  await box.click()
  await dialog.getByRole('button', { name: 'Save Family card' }).click()
  await expect.element(box).toHaveAccessibleDescription(expect.stringContaining(clash))
  await expect.element(box).toBeChecked()
})

test('one is retired after a question, and used again', async () => {
  const systems = [card]
  const { hospital, screen } = await section(systems)
  hospital.answer(editIdentifierSystem, ({ body }) => {
    const [one = card] = systems
    systems[0] = { ...one, ...(body as object), version: one.version + 1 }
    return systems[0]
  })
  await screen.getByRole('button', { name: 'Retire Family card' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Retire Family card' }).click()
  await screen.getByRole('button', { name: 'Use Family card again' }).click()
  await expect.element(screen.getByRole('button', { name: 'Retire Family card' })).toBeVisible()
  expect(hospital.sent(editIdentifierSystem).map(({ body, version }) => [body, version])).toEqual([
    [{ isRetired: true }, 1],
    [{ isRetired: false }, 2],
  ])
})
