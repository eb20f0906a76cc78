import type * as storageLocations from '../../contract/storage-locations.ts'
import { ifMatch } from '../testing/client.ts'
import { type Examples, example, idIn, one, type People } from '../testing/example.ts'
import { givenLocation } from './factories.ts'

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
