import type * as imports from '../../../../contract/people/imports/imports.ts'
import { startImport } from '../../../../contract/people/imports/imports.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenChecked, givenCommitted, givenRead, twoPatients, untilIdle } from '../../factories/imports.ts'

/** A file in which each row is rejected: it adds nobody, and so changes no list of other examples. */
const rejected = 'Surname,First name,DOB,Sex\r\nAsante,Kofi,25/04/1990,?\r\n'

export function examples({ admin }: People): Examples<typeof imports> {
  const about = (batch: { id: string }) => ({ subject: batch.id })
  const checked = async () => {
    const batch = await givenChecked(admin, rejected)
    await untilIdle(admin)
    return batch
  }
  return {
    listImports: async () => example(admin),
    readImport: async () => {
      const batch = await givenRead(admin, rejected)
      return example(admin, one(batch), about(batch))
    },
    startImport: async () =>
      example(admin, { body: { kind: 'PATIENTS', fileName: 'patients.csv' } }, { subject: idIn }),
    sendImportPart: async () => {
      const { body: batch } = await admin.call(startImport, {
        body: { kind: 'PATIENTS', fileName: 'patients.csv' },
      })
      const content = Buffer.from(twoPatients).toString('base64')
      return example(admin, { ...one(batch), body: { part: 0, content, isLast: false } }, about(batch))
    },
    editImportMapping: async () => {
      const batch = await givenRead(admin, rejected)
      const mapping = { ...batch.mapping, importsPossible: true }
      return example(admin, { ...one(batch), body: { mapping } }, { ...about(batch), ...ifMatch(batch) })
    },
    checkImport: async () => {
      const batch = await givenRead(admin, rejected)
      await untilIdle(admin)
      return example(admin, one(batch), about(batch))
    },
    commitImport: async () => {
      const batch = await checked()
      return example(admin, one(batch), about(batch))
    },
    stopImport: async () => {
      const batch = await checked()
      return example(admin, one(batch), about(batch))
    },
    undoImport: async () => {
      const batch = await givenCommitted(admin, await checked())
      await untilIdle(admin)
      return example(admin, one(batch), about(batch))
    },
    discardImport: async () => {
      await untilIdle(admin)
      const batch = await givenRead(admin, rejected)
      return example(admin, one(batch), about(batch))
    },
    listImportRows: async () => {
      const batch = await checked()
      return example(admin, one(batch), about(batch))
    },
    exportImportRejects: async () => {
      const batch = await checked()
      return example(admin, one(batch), about(batch))
    },
  }
}

export const edits: Edits = {
  editImportMapping: () => ({
    mapping: {
      columns: ['lastName', 'firstName', 'dateOfBirth', 'gender'].map((field) => ({
        field,
        dateOrder: null,
        values: field === 'gender' ? { '?': 'OTHER' } : {},
      })),
      constants: {},
      importsPossible: true,
    },
  }),
}
