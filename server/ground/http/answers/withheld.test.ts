import { expect, test } from 'vitest'
import { z } from 'zod'
import { onlyFor } from '../../../../contract/api/only-for.ts'
import { permissionsOf } from '../../../../contract/permissions.ts'
import { withheldFrom } from './withheld.ts'

const note = z.object({ text: onlyFor('clinical.view', z.string()) })

test.each([
  ['in a record of its own', note, { text: 'Chest pain' }, { text: null }],
  ['in a list that may be missing', z.array(note).optional(), [{ text: 'Chest pain' }], [{ text: null }]],
])('a field is blank for those who may not read it: %s', (_, schema, answer, blank) => {
  const withheld = withheldFrom(schema)
  expect(withheld(answer, permissionsOf('receptionist'))).toEqual(blank)
  expect(withheld(answer, permissionsOf('doctor'))).toEqual(answer)
})

test.each([
  ['a default', note.default({ text: '' })],
  ['a union', z.union([note, z.string()])],
  ['a tuple', z.tuple([note])],
])('a schema is refused if its field could not be withheld: in %s', (_, schema) => {
  expect(() => withheldFrom(z.object({ schema }))({ schema: null }, permissionsOf('receptionist'))).toThrow(
    'can’t be withheld',
  )
})
