import { addStorageLocation, type StorageLocation } from '../../../contract/store/storage-locations.ts'
import type { Client } from '../client.ts'

let made = 0

export async function givenLocation(keeper: Client): Promise<StorageLocation> {
  made++
  return (await keeper.call(addStorageLocation, { body: { name: `Cold room ${made}` } })).body
}
