import { afterAll, expect, test } from 'vitest'
import { deleteInventoryItem, editInventoryItem } from '../../../contract/store/items.ts'
import { deleteStorageLocation } from '../../../contract/store/storage-locations.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { givenItem, itemForm } from '../../testing/factories/items.ts'
import { givenLocation } from '../../testing/factories/storage-locations.ts'
import { testNamedList } from '../../testing/named-list.ts'

const app = await startApp()
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')

testNamedList({
  app,
  path: 'storage-locations',
  keeper,
  outsider: doctor,
})

test('one that an item names stays, and the refusal says so', async () => {
  const location = await givenLocation(keeper)
  const item = await givenItem(keeper, { storageLocationId: location.id, quantity: 0 })
  const expectHeld = async () => {
    const { problem } = await keeper.call(deleteStorageLocation, one(location))
    expect(problem).toMatchObject({ status: 409, code: 'in_use' })
    expect(problem.detail).toMatch(/items/)
    expect(problem.detail).toContain(location.name)
    const raw = app.asOwner('delete from storage_location where id = $1', [location.id])
    await expect(raw).rejects.toMatchObject({ constraint: 'inventory_item_location_id_fkey' })
  }
  await expectHeld()
  // A deleted item stays on record with the location it had.
  expect((await keeper.call(deleteInventoryItem, one(item))).status).toBe(200)
  await expectHeld()
})

test('an item can’t be given a location that was deleted meanwhile', async () => {
  const [location, item] = [await givenLocation(keeper), await givenItem(keeper)]
  await keeper.call(deleteStorageLocation, one(location))
  const { quantity: _, ...form } = itemForm({ storageLocationId: location.id })
  const edit = await keeper.call(editInventoryItem, { ...one(item), body: form }, ifMatch(item))
  expect(edit.problem).toMatchObject({ status: 422, errors: [{ path: 'storageLocationId' }] })
})
