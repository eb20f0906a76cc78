import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { staffWith } from '../../../contract/people/imports/kinds/staff.ts'
import { invitationDays, invite } from '../../../contract/people/invitations.ts'
import type { RoleWords } from '../../../contract/people/role-names.ts'
import { isBuiltIn } from '../../../contract/permissions.ts'
import type { Database } from '../../ground/db/connect.ts'
import { tokenHash } from '../../ground/sign-in/token-hash.ts'
import type { KindRules } from './kind-rules.ts'
import { problemsOfMapping, suggestMapping, typedRows } from './mapped.ts'
import { namedOnRecord, namedTwice } from './named.ts'

async function fieldsOf(db: Database) {
  const { rows } = await sql<RoleWords>`
    select name, title, description from role where retired_at is null order by fold(title)
  `.execute(db)
  return staffWith(rows)
}

const Invited = invite.body.pick({ firstName: true, lastName: true, email: true })

/** Staff, each as an invitation that is mailed to them. Their accounts are their own to make. */
export const staffKind: KindRules = {
  isMailed: true,
  suggest: async (db, columns) => suggestMapping(db, await fieldsOf(db), columns),
  mappingProblems: async (db, mapping, columns) =>
    problemsOfMapping(db, await fieldsOf(db), mapping, columns),
  async reader(db, mapping, columns) {
    const fields = await fieldsOf(db)
    const rows = typedRows(fields, mapping, columns)
    const canBeOffered = new Set(fields.fields.role?.choices?.map(({ value }) => value))
    return (cells) => {
      const row = rows.read(cells)
      const { problems } = row
      const { role, ...typed } = row.typed
      const parsed = Invited.safeParse(typed)
      rows.note(row, parsed.error?.issues ?? [])
      if (typed.email === undefined)
        problems.push({ column: rows.columnOf('email'), message: 'E-mail is required' })
      if (role === undefined) problems.push({ column: rows.columnOf('role'), message: 'Role is required' })
      else if (!canBeOffered.has(String(role)))
        problems.push({ column: rows.columnOf('role'), message: `“${role}” is no role that can be offered` })
      if (problems.length > 0 || !parsed.success) return { record: null, problems }
      return { record: { ...parsed.data, email: parsed.data.email?.toLowerCase(), role }, problems: [] }
    }
  },
  onRecord: (db, rows) =>
    namedOnRecord(db, rows, {
      key: 'email',
      having: sql`
        select id, fold(email) as key from staff where fold(email) in (select key from given)
        union all select id, fold(email) from invitation
        where is_open(invitation) and fold(email) in (select key from given)`,
      message: 'Somebody with this e-mail works here or is invited',
    }),
  markRepeated: (db, batchId) => namedTwice(db, batchId, [sql`fold(record ->> 'email')`], 'e-mail'),
  async add(db, rows, { staffId, now }) {
    // The mail has a link of its own: nobody ever has these.
    const given = rows.map(({ line, id, record }) => {
      const { role } = record as { role: string }
      const token = tokenHash(randomBytes(32).toString('base64url'))
      return {
        line,
        id,
        ...record,
        token,
        builtIn: isBuiltIn(role) ? [role] : [],
        own: isBuiltIn(role) ? [] : [role],
      }
    })
    const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000)
    await sql`
      with added as (
        insert into invitation (id, token_hash, offered_roles, own_offered_roles, first_name, last_name, email, is_mailed,
          made_by, expires_at)
        select id, token, "builtIn"::role_name[], own, "firstName", "lastName", email, true, ${staffId}, ${expiresAt}
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(line integer, id uuid, token text, "builtIn" text[],
          own text[], "firstName" text, "lastName" text, email text) order by line
        returning id, made_by)
      insert into mail (kind, staff_id, invitation_id, asked_at, try_at)
      select 'invitation', made_by, id, ${now}, ${now} from added
    `.execute(db)
  },
  refusal: (constraint) =>
    constraint === 'offered_roles_known'
      ? 'The role was retired in the meantime'
      : 'The database can’t keep this row',
  async remove(db, ids) {
    const { rows } = await sql<{ id: string; isUsed: boolean }>`
      select id, used_at is not null as "isUsed" from invitation where id = any (${ids}::uuid[]) order by id for update
    `.execute(db)
    const kept = new Map(
      rows.flatMap(({ id, isUsed }) => (isUsed ? [[id, 'The invitation was accepted'] as const] : [])),
    )
    await sql`
      update invitation set withdrawn_at = now()
      where id = any (${ids}::uuid[]) and used_at is null and withdrawn_at is null
    `.execute(db)
    return { kept }
  },
  async tellLists(db, batchId) {
    await sql`select pg_notify('lantern', ${`invitation:${batchId}`})`.execute(db)
  },
}
