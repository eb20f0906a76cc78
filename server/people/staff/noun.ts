import { sql } from 'kysely'
import { mostDoctors } from '../../../contract/people/staff.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { staffRoutes } from './routes.ts'

const notOffered = {
  code: 'role_not_offered',
  detail: 'This role was not offered to you. Ask an administrator.',
} as const

export const staff = {
  routes: staffRoutes,
  live: { stale: { staff: { staff: always }, doctors: { staff: where('named', 'chosen', 'room') } } },
  constraints: {
    session_of_active_account: {
      code: 'account_deactivated',
      detail: 'This account was deactivated. Ask an administrator.',
    },
    staff_role_offered: notOffered,
    staff_own_role_offered: notOffered,
    staff_own_role_known: notOffered,
    doctors_at_most_2000: {
      code: 'too_many_doctors',
      detail: `${mostDoctors} doctors work here, as many as there can be. Deactivate the accounts of those who have left.`,
    },
    staff_shift_in_current_shift: {
      code: 'not_found',
      detail: 'This shift doesn’t exist or has been removed.',
    },
    staff_last_admin: {
      code: 'last_admin',
      detail: 'A hospital needs one active administrator. Make another account an administrator first.',
    },
  },
  named: sql`select id, name from staff`,
} satisfies Noun
