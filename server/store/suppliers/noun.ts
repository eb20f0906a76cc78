import { sql } from 'kysely'
import {
  addSupplier,
  deleteSupplier,
  editSupplier,
  listSuppliers,
  type Supplier,
} from '../../../contract/store/suppliers.ts'
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

const columns = ['id', 'name', 'contact', 'email', 'version'] as const

const supplier: EditedKind<Supplier> = {
  called: 'this supplier',
  gone: 'This supplier is no longer in the list.',
  read: (db, id) => db.selectFrom('supplier').select(columns).where('id', '=', id).executeTakeFirst(),
  changedBy: [editSupplier],
}

/** Deleted items stay on record with their supplier. */
const uses = {
  inventory_item_supplier_id_fkey: 'items of the store, or deleted ones on record, have it as their supplier',
  batch_supplier_id_fkey: 'batches on record came from it',
  purchase_order_supplier_id_fkey: 'purchase orders are addressed to it',
}

export const suppliers = {
  routes(app) {
    serve(app, listSuppliers, ({ db }) =>
      db.selectFrom('supplier').select(columns).orderBy(sql`fold(name)`).execute(),
    )

    serve(app, addSupplier, ({ db, create, body }) => {
      const insert = db.insertInto('supplier').values(body).returning(columns)
      return create(newRow(insert, sql`jsonb_build_object('added', made.name)`))
    })

    serve(app, editSupplier, (call) =>
      editRecord(call, supplier, () => updateRow(call, 'supplier', call.body)),
    )

    serve(app, deleteSupplier, (call) => deleteRecord(call, supplier, 'supplier', uses))
  },
  live: { stale: { suppliers: { supplier: always } } },
  constraints: { supplier_name_once: nameTaken },
  named: sql`select id, name from supplier`,
} satisfies Noun
