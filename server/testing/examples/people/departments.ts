import type * as departments from '../../../../contract/people/departments.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, one, type People } from '../../example.ts'
import { givenDepartment } from '../../factories/departments.ts'

export function examples({ admin }: People): Examples<typeof departments> {
  return {
    listDepartments: async () => example(admin),
    editDepartment: async () => {
      const department = await givenDepartment(admin)
      const body = { name: `${department.name} and Care` }
      return example(admin, { ...one(department), body }, { subject: department.id, ...ifMatch(department) })
    },
  }
}

let made = 0
export const edits: Edits = {
  editDepartment: () => ({ name: `Internal Medicine ${made++}` }),
}
