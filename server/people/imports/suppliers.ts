import { sql } from 'kysely'
import { suppliers as fields } from '../../../contract/people/imports/kinds/suppliers.ts'
import { SupplierForm } from '../../../contract/store/suppliers.ts'
import type { KindRules } from './kind-rules.ts'
import { problemsOfMapping, suggestMapping, typedRows } from './mapped.ts'
import { namedOnRecord, namedTwice, usedSince } from './named.ts'

const uses = {
  inventory_item: 'Items have it as their supplier',
  batch: 'Batches came from it',
  purchase_order: 'Purchase orders are addressed to it',
}

/** Suppliers, known by their name. */
export const suppliersKind: KindRules = {
  suggest: (db, columns) => suggestMapping(db, fields, columns),
  mappingProblems: (db, mapping, columns) => problemsOfMapping(db, fields, mapping, columns),
  async reader(_, mapping, columns) {
    const rows = typedRows(fields, mapping, columns)
    return (cells) => {
      const row = rows.read(cells)
      const parsed = SupplierForm.safeParse(row.typed)
      rows.note(row, parsed.error?.issues ?? [])
      if (row.problems.length > 0 || !parsed.success) return { record: null, problems: row.problems }
      return { record: parsed.data, problems: [] }
    }
  },
  onRecord: (db, rows) =>
    namedOnRecord(db, rows, {
      key: 'name',
      having: sql`select id, fold(name) as key from supplier where fold(name) in (select key from given)`,
      message: 'A supplier has this name',
    }),
  markRepeated: (db, batchId) => namedTwice(db, batchId, [sql`fold(record ->> 'name')`], 'name'),
  async add(db, rows) {
    const given = JSON.stringify(rows.map(({ line, id, record }) => ({ line, id, ...record })))
    await sql`
      insert into supplier (id, name, contact, email)
      select id, name, contact, email from jsonb_to_recordset(${given}::jsonb)
        as given(line integer, id uuid, name text, contact text, email text) order by fold(name)
    `.execute(db)
  },
  refusal: (constraint) =>
    constraint === 'supplier_name_once'
      ? 'A supplier was given this name in the meantime'
      : 'The database can’t keep this row',
  async remove(db, ids) {
    const kept = await usedSince(db, 'supplier', ids, uses)
    await sql`
      delete from supplier where id = any (${ids.filter((id) => !kept.has(id))}::uuid[])
    `.execute(db)
    return { kept }
  },
  async tellLists(db, batchId) {
    await sql`select pg_notify('lantern', ${`supplier:${batchId}`})`.execute(db)
  },
}
