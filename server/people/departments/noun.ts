import { type RawBuilder, sql } from 'kysely'
import { type Department, editDepartment, listDepartments } from '../../../contract/people/departments.ts'
import type { Database } from '../../ground/db/connect.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, nameTaken, updateRow } from '../../ground/records/record.ts'

const namesOf = (open: RawBuilder<unknown>) => sql`array(select name from ${open} order by fold(name), id)`

const all = sql`(
  select department.id, department.name, department.version,
    ${namesOf(sql`clinic where department_id = department.id and retired_at is null`)} as clinics,
    ${namesOf(sql`unit where department_id = department.id and closed_at is null`)} as wards
  from department) department`

const kind: EditedKind<Department> = {
  called: 'this department',
  gone: 'This department does not exist.',
  async read(db, id) {
    const { rows } = await sql<Department>`select * from ${all} where id = ${id}`.execute(db)
    return rows[0]
  },
  changedBy: [editDepartment],
  audited: ['name'],
}

async function usedDepartments(db: Database): Promise<Department[]> {
  const { rows } = await sql<Department>`
    select * from ${all} where cardinality(clinics) + cardinality(wards) > 0 order by fold(name), id
  `.execute(db)
  return rows
}

export const departments = {
  routes(app) {
    serve(app, listDepartments, ({ db }) => usedDepartments(db))
    serve(app, editDepartment, (call) =>
      editRecord(call, kind, () => updateRow(call, 'department', call.body)),
    )
  },
  live: { stale: { departments: { department: always, clinic: always, unit: always } } },
  constraints: {
    department_name_once: { ...nameTaken, detail: 'Another department has this name.' },
  },
  named: sql`select id, name from department`,
} satisfies Noun
