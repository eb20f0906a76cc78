import type * as payers from '../../../../contract/people/payers.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenPayer, payerForm } from '../../factories/patients/payers.ts'

export function examples({ admin, receptionist: desk }: People): Examples<typeof payers> {
  return {
    listPayers: async () => example(desk),
    addPayer: async () => example(admin, { body: payerForm() }, { subject: idIn }),
    editPayer: async () => {
      const payer = await givenPayer(admin)
      return example(
        admin,
        { ...one(payer), body: { kind: 'CHARITY' } },
        { subject: payer.id, ...ifMatch(payer) },
      )
    },
    retirePayer: async () => {
      const payer = await givenPayer(admin)
      return example(admin, one(payer), { subject: payer.id })
    },
  }
}

export const edits: Edits = {
  editPayer: () => ({ ...payerForm({ kind: 'EMPLOYER' }) }),
}
