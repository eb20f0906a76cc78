import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Allergen } from '../../../../contract/clinical/allergen.ts'
import { labelCode } from '../../../../contract/search/labels.ts'
import { type InventoryItem, readInventoryItem } from '../../../../contract/store/items.ts'
import { findRecipient, type Recipient } from '../../../../contract/store/recipients.ts'
import {
  listBatches,
  listEmptiedBatches,
  type Movement,
  moveStock,
} from '../../../../contract/store/stock.ts'
import { refuse } from '../../../testing/hospital.ts'
import { itemRecord, newId, now, patientRecord, site } from '../../../testing/records.ts'
import { drafts, hospitalFor, show } from '../../../testing/show.tsx'
import { MovementDialog } from './MovementDialog.tsx'

const penicillin: Allergen = {
  substance: 'Penicillin',
  isNoneKnown: false,
  reaction: 'Swollen face',
  severity: 'SEVERE',
  certainty: 'CONFIRMED',
}

function recipientOf(fields: Partial<Recipient> = {}): Recipient {
  const zuma = patientRecord({ firstName: 'Thandi', lastName: 'Zuma' })
  const { id, firstName, lastName, dateOfBirth, birthPrecision } = zuma
  return { id, mrn: 'MRN1251', firstName, lastName, dateOfBirth, birthPrecision, allergens: [], ...fields }
}

const movementOf = (item: InventoryItem): Movement => ({
  id: 1,
  inventoryItemId: item.id,
  batchId: newId(),
  batchNumber: 'A-1',
  kind: 'ISSUE',
  quantity: -2,
  balance: 98,
  cost: null,
  worth: -1,
  reason: null,
  cause: null,
  ward: null,
  isForPatient: true,
  patientId: null,
  patientName: null,
  allergy: null,
  allergyReason: null,
  countersignedBy: null,
  by: 'Ines Moreau',
  byId: newId(),
  at: now,
})

/** A store keeper who has started to issue two of something to a patient. */
async function issuing(name = 'Amoxicillin 500 mg', kind: 'ISSUE' | 'RETURN' = 'ISSUE') {
  const hospital = hospitalFor('inventory_manager')
  const item = itemRecord({ name })
  hospital.answer(readInventoryItem, item)
  hospital.answer(listBatches, [])
  hospital.answer(listEmptiedBatches, [])
  hospital.answer(moveStock, { item, movements: [movementOf(item)] })
  let isOpen = true
  const dialog = () => <MovementDialog item={item} kind={kind} onClose={() => (isOpen = false)} />
  const shown = await show(dialog(), hospital)
  // The dialog is rendered outside the content.
  const screen = page
  await screen.getByLabelText(/^Quantity/).fill('2')
  await screen.getByText('A patient', { exact: true }).click()
  return {
    hospital,
    screen,
    shown,
    dialog,
    box: screen.getByRole('textbox', { name: /^Patient/ }),
    send: screen.getByRole('button', { name: /^Issue|^Return/ }),
    isOpen: () => isOpen,
  }
}

test('a scanned label shows who it is, whole and the worst first, before anything is issued to them', async () => {
  const { hospital, screen, box, send, isOpen } = await issuing('Gauze')
  const patient = recipientOf({
    allergens: [
      penicillin,
      { ...penicillin, substance: 'Latex', reaction: null, severity: null, certainty: 'REPORTED' },
    ],
  })
  hospital.answer(findRecipient, patient)
  await box.click()
  const code = labelCode({ mark: site.labelMark, patientId: patient.id })
  await userEvent.keyboard(`${code}{Enter}{Enter}`)
  await expect.element(screen.getByText('ZUMA, Thandi')).toBeVisible()
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'ZUMA' }))
    .toMatchTextContent(/MRN1251.*born.*Penicillin \(severe\): Swollen face; Latex, to be confirmed/)
  await expect.element(box).toHaveValue('MRN1251')
  expect(hospital.sent(findRecipient)).toMatchObject([{ body: { code } }])
  expect(hospital.sent(moveStock)).toEqual([])
  await send.click()
  await expect.poll(isOpen).toBe(false)
  expect(hospital.sent(moveStock)).toMatchObject([
    { body: { kind: 'ISSUE', quantity: 2, patientId: patient.id } },
  ])
  await expect.element(screen.getByText(/of Gauze issued to Thandi Zuma/)).toBeVisible()
})

test.each(['ISSUE', 'RETURN'] as const)(
  'pressing the button of %s over an MRN that is only typed shows the patient, and does nothing yet',
  async (kind) => {
    const { hospital, screen, box, send, isOpen } = await issuing('Gauze', kind)
    hospital.answer(findRecipient, recipientOf())
    await box.fill('mrn1251')
    await send.click()
    await expect.element(screen.getByText('ZUMA, Thandi')).toBeVisible()
    await expect.element(screen.getByText('Allergies not recorded')).toBeVisible()
    expect(hospital.sent(moveStock)).toEqual([])
    expect(hospital.sent(findRecipient)).toHaveLength(1)
    if (kind === 'RETURN') return
    await send.click()
    await expect.poll(isOpen).toBe(false)
  },
)

test('a part of an MRN, an unknown one and a lost connection say so, and what was typed stays', async () => {
  const { hospital, screen, box, send } = await issuing()
  await box.fill('MRN12')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(/^Enter the whole MRN, such as MRN1251/)).toBeVisible()
  expect(hospital.sent(findRecipient)).toEqual([])
  hospital.answer(findRecipient, () => refuse(404, 'not_found', 'No patient has MRN1252. Check the number.'))
  await box.fill('MRN1252')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('No patient has MRN1252. Check the number.')).toBeVisible()
  await send.click()
  await expect.element(box).toHaveValue('MRN1252')
  expect(hospital.sent(moveStock)).toEqual([])
  // The next code is someone else's.
  hospital.answer(findRecipient, recipientOf())
  await box.fill('MRN1251')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ZUMA, Thandi')).toBeVisible()
  await box.fill('MRN1252')
  await expect.element(screen.getByText('ZUMA, Thandi')).not.toBeInTheDocument()
})

test('a medicine that the patient may not tolerate is issued with a reason alone', async () => {
  const { hospital, screen, box, send, isOpen } = await issuing()
  hospital.answer(findRecipient, recipientOf({ allergens: [penicillin] }))
  const asked = {
    path: 'allergyReason',
    message: 'Recorded allergy: Penicillin. Give a reason, or don’t issue it.',
  }
  hospital.answer(moveStock, () => refuse(409, 'allergy_match', asked.message, { errors: [asked] }))
  await box.fill('MRN1251')
  await userEvent.keyboard('{Enter}')
  const question = screen.getByRole('region', { name: 'Recorded allergy' })
  await expect.element(question).toMatchTextContent(/Recorded allergy: Penicillin.*one of the penicillins/)
  await send.click()
  await expect.element(question.getByText(asked.message)).toBeVisible()
  await question.getByRole('textbox').fill('Tolerated in 2024')
  const item = itemRecord({ name: 'Amoxicillin 500 mg' })
  hospital.answer(moveStock, { item, movements: [movementOf(item)] })
  await send.click()
  await expect.poll(isOpen).toBe(false)
  expect(hospital.sent(moveStock).at(-1)?.body).toMatchObject({ allergyReason: 'Tolerated in 2024' })
})

test('an issue that was begun is there after a reload, and its patient is looked up and shown anew', async () => {
  const { hospital, screen, shown, box, dialog } = await issuing()
  const patient = recipientOf()
  hospital.answer(findRecipient, patient)
  await box.fill('MRN1251')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ZUMA, Thandi')).toBeVisible()
  const kept = drafts().map((key) => sessionStorage.getItem(key) ?? '')
  expect(kept.join()).toContain('MRN1251')
  expect(kept.join()).not.toContain('Zuma')
  await shown.unmount()
  await show(dialog(), hospital)
  await expect.element(screen.getByLabelText(/^Quantity/)).toHaveValue('2')
  await expect.element(screen.getByText('ZUMA, Thandi')).toBeVisible()
  expect(hospital.sent(findRecipient)).toHaveLength(2)
})
