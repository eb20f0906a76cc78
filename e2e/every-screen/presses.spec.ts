import { expect } from '@playwright/test'
import { admitted, bedIn, openBeds } from '../bed-people.ts'
import { call, countPresses, dear, pageOf, test, unique } from '../people.ts'
import { booked, card, doctorOf, openQueue, queued, registered } from '../queue-people.ts'
import { itemOf } from '../store-people.ts'

test('a patient in the queue is admitted with four presses', async ({ browser }) => {
  dear('two people, and a bed')
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const { page: room, doctor } = await doctorOf(browser)
  const bed = await bedIn(admin, 'GENERAL')
  const patient = await registered(desk)
  await queued(desk, await booked(desk, patient, doctor, { time: '09:00' }))
  await openQueue(room, patient.lastName)
  const presses = await countPresses(room)
  await card(room, 'In Queue', patient).getByRole('button', { name: 'More for' }).click()
  await room.getByRole('menuitem', { name: 'Admit Patient' }).click()
  const dialog = room.getByRole('dialog', { name: /^Admit / })
  await dialog.getByText(bed.bedNumber, { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Diagnosis' }).fill('Pneumonia')
  await dialog.getByRole('button', { name: /^Admit / }).click()
  await expect(room.getByRole('region', { name: 'Current Admission' })).toContainText(bed.bedNumber)
  expect(await presses()).toBeLessThanOrEqual(4)
})

test('an expected discharge is set on the ward with two presses', async ({ browser }) => {
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const bed = await bedIn(admin, 'GENERAL')
  await admitted(admin, bed, await registered(desk))
  await openBeds(desk, `?search=${bed.bedNumber}`)
  const row = desk.getByRole('table').getByRole('row').filter({ hasText: bed.bedNumber })
  const presses = await countPresses(desk)
  await row.getByRole('button', { name: /^Not recorded ?, change for / }).click()
  const dialog = desk.getByRole('dialog', { name: /^Edit the admission of / })
  await expect(dialog.getByRole('textbox', { name: 'Expected discharge' })).toBeFocused()
  await desk.keyboard.type('31 Dec 2090')
  await dialog.getByRole('button', { name: 'Update admission' }).click()
  await expect(row).toContainText('31 Dec 2090')
  await expect(dialog).toBeHidden()
  expect(await presses()).toBeLessThanOrEqual(2)
})

test('an order is received with two presses', async ({ browser }) => {
  const store = await pageOf(browser, 'inventory')
  const item = await itemOf(store)
  const supplier = await call(store.request, 'POST', '/suppliers', { name: unique(), contact: null })
  const order = await call(store.request, 'POST', '/purchase-orders', {
    supplierId: supplier.id,
    notes: null,
    lines: [{ inventoryItemId: item.id, quantity: 20, cost: 2.5 }],
  })
  await call(store.request, 'POST', `/purchase-orders/${order.id}/send`)
  await store.goto(`/purchase-orders/${order.id}`)
  const presses = await countPresses(store)
  await store.getByRole('button', { name: 'Receive', exact: true }).click()
  const dialog = store.getByRole('dialog')
  await expect(dialog.getByLabel('Quantity')).toHaveValue('20')
  await dialog.getByLabel('Batch number').fill('LOT-1')
  await dialog.getByRole('button', { name: 'Receive Delivery' }).click()
  await expect(store.getByText(/^Order PO\d+ received$/)).toBeVisible()
  expect(await presses()).toBeLessThanOrEqual(2)
})
