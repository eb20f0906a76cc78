import { sql } from 'kysely'
import { mostRoles } from '../../../contract/people/role-names.ts'
import {
  addRole,
  editRole,
  type HospitalRole,
  listRoles,
  notOfDoctors,
  retireRole,
} from '../../../contract/people/roles.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, retireRecord, updateRow } from '../../ground/records/record.ts'
import { columns, hospitalRoles, nameFor, roleById, valuesOf } from './queries.ts'

const kind: EditedKind<HospitalRole> = {
  called: 'this role',
  gone: 'This role was retired.',
  read: roleById,
  changedBy: [editRole],
  audited: ['title', 'description', 'permissions'],
}

export const roles = {
  routes(app) {
    serve(app, listRoles, ({ db }) => hospitalRoles(db))

    serve(app, addRole, async ({ create, db, body }) => {
      const name = await nameFor(db, body.title)
      return create({
        writes: sql`inserted as (
          insert into role (name, title, description, permissions, are_doctors)
          values (${name}, ${body.title}, ${body.description}, ${body.permissions}, ${body.areDoctors}) returning *
        )`,
        select: sql<HospitalRole>`select ${columns} from inserted as role`,
        patient: null,
        moments: [],
        changes: sql`jsonb_build_object('title', made.title, 'permissions', made.permissions)`,
      })
    })

    serve(app, editRole, (call) => {
      call.afterCommit(() => app.lantern.sessions.forgetAll())
      return editRecord(call, kind, () => updateRow(call, 'role', valuesOf(call.body)))
    })

    serve(app, retireRole, (call) => retireRecord(call, kind, 'role', ({ title }) => ({ retired: title })))
  },
  named: sql`select id, title from role`,
  live: { stale: { roles: { role: always, staff: always } } },
  constraints: {
    offered_roles_known: {
      code: 'invalid_input',
      detail: 'One of these roles was retired. Choose again.',
      path: 'offeredRoles',
    },
    role_signs_as_doctor: { code: 'invalid_input', detail: `${notOfDoctors}.`, path: 'permissions' },
    role_title_once: { code: 'name_taken', detail: 'Another role has this title.', path: 'title' },
    role_title_is_new: { code: 'name_taken', detail: 'Another role has this title.', path: 'title' },
    role_name_once: { code: 'name_taken', detail: 'Another role has this title.', path: 'title' },
    roles_at_most_50: {
      code: 'too_many_roles',
      detail: `A hospital has ${mostRoles} roles of its own at most. Retire some that are no longer used.`,
    },
    role_in_use: {
      code: 'role_in_use',
      detail: 'Colleagues or open invitations still have this role. Offer them another role first.',
    },
  },
} satisfies Noun
