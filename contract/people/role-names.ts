import { z } from 'zod'
import { isBuiltIn, roles, roleTitles } from '../permissions.ts'

/** The most roles of its own that a hospital can have at once. The database has the same rule. */
export const mostRoles = 50
/** A role, as accounts and invitations name it: 'nurse', or 'ward_clerk' for one of the hospital's own. */
export const RoleName = z
  .string({ error: 'Please select a role' })
  .regex(/^[a-z][a-z0-9_]{0,59}$/, 'Please select a role')

/** Names of roles, each once: those that Lantern has of itself in the table's order, and then the hospital's own. */
export const roleList = z
  .array(RoleName)
  .max(roles.length + mostRoles)
  .transform((chosen) => [
    ...roles.filter((role) => chosen.includes(role)),
    ...[...new Set(chosen)].filter((name) => !isBuiltIn(name)).toSorted(),
  ])

/** A role of the hospital's own, where it is chosen or shown. */
export const RoleWords = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
})
export type RoleWords = z.infer<typeof RoleWords>

/** The title and description of a role: one that Lantern has of itself, or one of these. A retired role has its name. */
export function wordsOfRole(name: string, own: readonly RoleWords[]): RoleWords {
  if (isBuiltIn(name)) return { name, ...roleTitles[name] }
  const plain = name.replaceAll('_', ' ')
  const title = plain.charAt(0).toUpperCase() + plain.slice(1)
  return own.find((one) => one.name === name) ?? { name, title, description: null }
}
