/** The hospital's own roles, for the accounts that may choose them. */
export { rolesQuery, useHasDoctors, useRoleWords } from './queries.ts'
export { actWords } from './role-form.ts'
