import type * as shifts from '../../../../contract/people/shifts.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenShift } from '../../factories/shifts.ts'

let made = 0

export function examples({ admin, nurse }: People): Examples<typeof shifts> {
  return {
    listShifts: async () => example(nurse),
    addShift: async () =>
      example(
        admin,
        { body: { name: `Evening ${made++}`, startsAt: '14:00', endsAt: '22:00' } },
        { subject: idIn },
      ),
    editShift: async () => {
      const shift = await givenShift(admin)
      const body = { endsAt: '20:30' }
      return example(admin, { ...one(shift), body }, { subject: shift.id, ...ifMatch(shift) })
    },
    removeShift: async () => {
      const shift = await givenShift(admin)
      return example(admin, one(shift), { subject: shift.id })
    },
  }
}

export const edits: Edits = {
  editShift: () => ({ name: `Night ${made++}`, startsAt: '19:30', endsAt: '08:00' }),
}
