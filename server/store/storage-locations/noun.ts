import { sql } from 'kysely'
import {
  addStorageLocation,
  deleteStorageLocation,
  editStorageLocation,
  listStorageLocations,
  type StorageLocation,
} from '../../../contract/store/storage-locations.ts'
import { always } from '../../ground/http/live-noun.ts'
import { newRow } from '../../ground/http/new-record.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import {
  deleteRecord,
  type EditedKind,
  editRecord,
  nameTaken,
  updateRow,
} from '../../ground/records/record.ts'

const columns = ['id', 'name', 'version'] as const

const location: EditedKind<StorageLocation> = {
  called: 'this storage location',
  gone: 'This storage location is no longer in the list.',
  read: (db, id) => db.selectFrom('storage_location').select(columns).where('id', '=', id).executeTakeFirst(),
  changedBy: [editStorageLocation],
}

/** Deleted items stay on record with their location. */
const uses = {
  inventory_item_location_id_fkey: 'items of the store, or deleted ones on record, are kept there',
}

export const storageLocations = {
  routes(app) {
    serve(app, listStorageLocations, ({ db }) =>
      db.selectFrom('storage_location').select(columns).orderBy(sql`fold(name)`).execute(),
    )

    serve(app, addStorageLocation, ({ db, create, body }) => {
      const insert = db.insertInto('storage_location').values(body).returning(columns)
      return create(newRow(insert, sql`jsonb_build_object('added', made.name)`))
    })

    serve(app, editStorageLocation, (call) =>
      editRecord(call, location, () => updateRow(call, 'storage_location', call.body)),
    )

    serve(app, deleteStorageLocation, (call) => deleteRecord(call, location, 'storage_location', uses))
  },
  live: { stale: { 'storage-locations': { 'storage-location': always } } },
  constraints: { storage_location_name_once: nameTaken },
  named: sql`select id, name from storage_location`,
} satisfies Noun
