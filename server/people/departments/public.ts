import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'

/**
 * The name of the department of a row of `clinic` or `unit`. `added`: the name that the statement gives the row, because it
 * doesn't see a department that it adds itself.
 */
export function departmentOf(
  table: 'clinic' | 'unit',
  added: string | null = null,
): RawBuilder<string | null> {
  return sql`coalesce(
    (select name from department where department.id = ${sql.ref(table)}.department_id), ${added}::text)`
}

/** The columns of an edit, with the department that it names. */
export async function withDepartment<Fields>(
  db: Database,
  { department, ...fields }: Fields & { department?: string | null | undefined },
) {
  if (department === undefined) return fields
  const { rows } = await sql<{ id: string | null }>`select department_named(${department}) as id`.execute(db)
  return { ...fields, department_id: rows[0]?.id ?? null }
}
