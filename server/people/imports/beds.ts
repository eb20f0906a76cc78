import { sql } from 'kysely'
import { fold } from '../../../contract/fold.ts'
import { beds as fields } from '../../../contract/people/imports/kinds/beds.ts'
import { BedForm } from '../../../contract/wards/beds.ts'
import type { Unit } from '../../../contract/wards/units.ts'
import { wardNames } from '../../../contract/wards/wards.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { KindRules } from './kind-rules.ts'
import { problemsOfMapping, suggestMapping, typedRows } from './mapped.ts'
import { namedOnRecord, namedTwice, usedSince } from './named.ts'

async function openUnits(db: Database) {
  const { rows } = await sql<Pick<Unit, 'id' | 'name' | 'ward'>>`
    select id, name, ward from unit where closed_at is null order by name
  `.execute(db)
  return rows
}

/** Beds, known by their number. A ward that the hospital calls by a name of its own is found by that and its kind. */
export const bedsKind: KindRules = {
  suggest: (db, columns) => suggestMapping(db, fields, columns),
  mappingProblems: (db, mapping, columns) => problemsOfMapping(db, fields, mapping, columns),
  async reader(db, mapping, columns) {
    const rows = typedRows(fields, mapping, columns)
    const units = await openUnits(db)
    return (cells) => {
      const row = rows.read(cells)
      const { unit, ...typed } = row.typed
      const parsed = BedForm.safeParse(typed)
      rows.note(row, parsed.error?.issues ?? [])
      const named = units.filter(({ name }) => unit !== undefined && fold(name) === fold(String(unit)))
      const ward = parsed.data?.ward
      const found = named.find((one) => one.ward === ward)
      if (unit !== undefined && named.length === 0)
        row.problems.push({ column: rows.columnOf('unit'), message: `No ward is called “${unit}”` })
      else if (unit !== undefined && ward && !found)
        row.problems.push({
          column: rows.columnOf('unit'),
          message: `“${unit}” is a ward of another kind than ${wardNames[ward]}`,
        })
      if (row.problems.length > 0 || !parsed.success) return { record: null, problems: row.problems }
      const { bedNumber, notes } = parsed.data
      return { record: { bedNumber, ward, unitId: found?.id ?? null, notes }, problems: [] }
    }
  },
  onRecord: (db, rows) =>
    namedOnRecord(db, rows, {
      key: 'bedNumber',
      having: sql`
        select id, fold(bed_number) as key from bed
        where retired_at is null and fold(bed_number) in (select key from given)`,
      message: 'A bed has this number',
    }),
  markRepeated: (db, batchId) => namedTwice(db, batchId, [sql`fold(record ->> 'bedNumber')`], 'bed number'),
  async add(db, rows) {
    const given = JSON.stringify(rows.map(({ line, id, record }) => ({ line, id, ...record })))
    await sql`
      insert into bed (id, bed_number, ward, unit_id, notes)
      select id, "bedNumber", ward, "unitId", notes from jsonb_to_recordset(${given}::jsonb)
        as given(line integer, id uuid, "bedNumber" text, ward ward, "unitId" uuid, notes text) order by fold("bedNumber")
    `.execute(db)
  },
  refusal: (constraint) =>
    constraint === 'bed_number_once'
      ? 'A bed was given this number in the meantime'
      : constraint === 'bed_unit_is_open' || constraint === 'bed_unit_of_ward'
        ? 'This ward has been closed'
        : 'The database can’t keep this row',
  async remove(db, ids) {
    const kept = await usedSince(db, 'bed', ids, { stay: 'Patients have been in it since' })
    const { rows } = await sql<{ id: string }>`
      select id from bed where id = any (${ids}::uuid[]) and maintenance_since is not null
    `.execute(db)
    for (const { id } of rows) if (!kept.has(id)) kept.set(id, 'It is in maintenance')
    await sql`delete from bed where id = any (${ids.filter((id) => !kept.has(id))}::uuid[])`.execute(db)
    return { kept }
  },
  async tellLists(db, batchId) {
    await sql`select pg_notify('lantern', ${`beds-imported:${batchId}`})`.execute(db)
  },
}
