import type * as items from '../../../../contract/store/items.ts'
import type * as recipients from '../../../../contract/store/recipients.ts'
import type * as stock from '../../../../contract/store/stock.ts'
import { ifMatch } from '../../client.ts'
import { utcToday } from '../../days.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenItem, itemForm, move } from '../../factories/items.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({
  inventory_manager: keeper,
  doctor,
  receptionist: desk,
}: People): Examples<typeof items & typeof stock & typeof recipients> {
  const ofItem = async () => {
    const item = await givenItem(keeper)
    return example(keeper, one(item), { subject: item.id })
  }

  return {
    listInventoryItems: async () => example(keeper, { query: { category: 'Medicine', lowStock: 'false' } }),
    exportInventoryItems: async () => example(keeper, { query: {} }),
    summarizeInventory: async () => example(keeper),
    listLowStock: async () => example(keeper),
    listInventoryItemsOfCategory: async () => example(keeper, { params: { category: 'supplies' } }),
    listAvailability: async () => example(doctor),
    listPrescribableMedicines: async () => example(doctor, { query: { search: 'amoxi' } }),
    listStockAlerts: async () => example(keeper),
    readInventoryItem: ofItem,
    addInventoryItem: async () => example(keeper, { body: itemForm() }, { subject: idIn }),
    editInventoryItem: async () => {
      const item = await givenItem(keeper)
      const { quantity: _, ...body } = itemForm({ reorderLevel: 30 })
      return example(keeper, { ...one(item), body }, { subject: item.id, ...ifMatch(item) })
    },
    deleteInventoryItem: async () => {
      const item = await givenItem(keeper, { quantity: 0 })
      return example(keeper, one(item), { subject: item.id })
    },
    listBatches: ofItem,
    listEmptiedBatches: async () => {
      const item = await givenItem(keeper, { quantity: 1 })
      await move(keeper, item, { kind: 'ISSUE', quantity: 1, ward: 'ICU' })
      return example(keeper, one(item), { subject: item.id })
    },
    listMovements: ofItem,
    listStoreMovements: async () => example(keeper, { query: { from: utcToday(), to: utcToday() } }),
    exportStoreMovements: async () => example(keeper, { query: { kind: 'ISSUE,RETURN' } }),
    moveStock: async () => {
      const item = await givenItem(keeper)
      const body = { kind: 'ISSUE', quantity: 1, ward: 'ICU' }
      return example(keeper, { ...one(item), body }, { subject: item.id })
    },
    findRecipient: async () => {
      const { id, mrn } = await givenPatient(desk)
      return example(keeper, { body: { code: mrn } }, { patients: [id], subject: id })
    },
    readStockHistory: ofItem,
  }
}
