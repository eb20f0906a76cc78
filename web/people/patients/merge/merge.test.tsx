import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type MergePreview, mergePatients } from '../../../../contract/people/duplicates/merges.ts'
import { refuse } from '../../../testing/hospital.ts'
import { patientRecord } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { Merging } from './Merging.tsx'

const older = { ...patientRecord({ mrn: 'MRN1041', firstName: 'Asha', email: null, version: 3 }), holds: [] }
const newer = {
  ...patientRecord({ mrn: 'MRN1042', firstName: 'Ashaa', email: 'asha@example.org', version: 2 }),
  holds: [{ kind: 'allergies' as const, count: 2 }],
}
const preview = (refusals: MergePreview['refusals'] = []): MergePreview => ({
  records: [older, newer],
  survivorId: older.id,
  differing: ['firstName', 'email'],
  handedOver: [],
  refusals,
})

async function opened(of = preview()) {
  const hospital = hospitalFor('admin')
  hospital.answer(mergePatients, () =>
    refuse(422, 'invalid_input', 'Type MRN1041', {
      errors: [{ path: 'mrn', message: 'Type MRN1041, the MRN of the record that survives' }],
    }),
  )
  const screen = await show(<Merging preview={of} onOther={() => {}} />, hospital)
  const send = () => screen.getByRole('button', { name: 'Merge Records' }).click()
  const sent = () => hospital.sent(mergePatients).map(({ body }) => body)
  return { hospital, screen, send, sent }
}

test('each field comes from the side that is chosen, by arrows too, and from the one that has a value', async () => {
  const { screen, send, sent } = await opened()
  await expect.element(screen.getByRole('radio', { name: 'First name: Asha, of MRN1041' })).toBeChecked()
  await expect
    .element(screen.getByRole('radio', { name: 'E-mail: asha@example.org, of MRN1042' }))
    .toBeChecked()
  screen.getByRole('radio', { name: 'First name: Asha, of MRN1041' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('radio', { name: 'First name: Ashaa, of MRN1042' })).toBeChecked()
  await screen.getByRole('textbox', { name: /^Type MRN1041/ }).fill('MRN1042')
  await send()
  await expect.poll(sent).toMatchObject([
    {
      survivorId: older.id,
      mergedId: newer.id,
      survivorVersion: 3,
      mergedVersion: 2,
      taken: ['firstName', 'email'],
    },
  ])
  // Refused, and nothing typed is lost.
  await expect
    .element(screen.getByText('Type MRN1041, the MRN of the record that survives').first())
    .toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: /^Type MRN1041/ })).toHaveValue('MRN1042')

  await screen.getByRole('button', { name: 'Swap' }).click()
  await screen.getByRole('textbox', { name: /^Type MRN1042/ }).fill('MRN1042')
  await send()
  await expect.poll(() => sent().at(-1)).toMatchObject({ survivorId: newer.id, mergedId: older.id })
})

test('what stands in the way is said in words, and nothing is sent', async () => {
  const detail = 'Both are admitted, each to a bed of their own. Discharge one first.'
  const { screen, sent } = await opened(preview([{ code: 'merge_both_admitted', detail }]))
  await expect.element(screen.getByText(detail)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Merge Records' })).toBeDisabled()
  expect(sent()).toEqual([])
})

test('where a second person is wanted, both records and the act are shown, and what was typed stays', async () => {
  const { hospital, screen, send } = await opened()
  hospital.answer(mergePatients, () =>
    refuse(409, 'countersignature_needed', 'A second person countersigns this.', {
      act: 'Merge MRN1042, Ashaa, into MRN1041, Asha',
    }),
  )
  const mrn = screen.getByRole('textbox', { name: /^Type MRN1041/ })
  await mrn.fill('MRN1041')
  await send()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Merge MRN1042, Ashaa, into MRN1041, Asha')).toBeVisible()
  await expect.element(dialog.getByText('MRN1041', { exact: true }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(mrn).toHaveValue('MRN1041')
})
