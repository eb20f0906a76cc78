import type * as storageLocations from '../../../../contract/store/storage-locations.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenLocation } from '../../factories/storage-locations.ts'

export function examples({ inventory_manager: keeper }: People): Examples<typeof storageLocations> {
  return {
    listStorageLocations: async () => example(keeper),
    addStorageLocation: async () =>
      example(keeper, { body: { name: `Shelf ${Math.random()}` } }, { subject: idIn }),
    editStorageLocation: async () => {
      const location = await givenLocation(keeper)
      const body = { name: `${location.name}, renamed` }
      return example(keeper, { ...one(location), body }, { subject: location.id, ...ifMatch(location) })
    },
    deleteStorageLocation: async () => {
      const location = await givenLocation(keeper)
      return example(keeper, one(location), { subject: location.id })
    },
  }
}

let made = 0
export const edits: Edits = {
  editStorageLocation: () => ({ name: `Cabinet ${made++}` }),
}
