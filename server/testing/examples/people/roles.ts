import type * as roles from '../../../../contract/people/roles.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenRole, roleForm } from '../../factories/roles.ts'

export function examples({ admin }: People): Examples<typeof roles> {
  return {
    listRoles: async () => example(admin),
    addRole: async () => example(admin, { body: roleForm() }, { subject: idIn }),
    editRole: async () => {
      const role = await givenRole(admin)
      const body = { title: `${role.title} of nights`, permissions: ['bed.view' as const] }
      return example(admin, { ...one(role), body }, { subject: role.id, ...ifMatch(role) })
    },
    retireRole: async () => {
      const role = await givenRole(admin)
      return example(admin, one(role), { subject: role.id })
    },
  }
}

let made = 0
export const edits: Edits = {
  editRole: () => ({
    title: `Porter ${made++}`,
    description: 'Moves patients between wards',
    permissions: ['patient.view', 'bed.view'],
  }),
}
