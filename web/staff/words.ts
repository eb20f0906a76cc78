import { type Role, roleTitles } from '../../contract/permissions.ts'

/** 'Doctor, Receptionist' */
export function roleWords(offered: readonly Role[]): string {
  return offered.length === 0 ? 'None' : offered.map((role) => roleTitles[role].title).join(', ')
}
