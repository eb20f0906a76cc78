import { expect, test } from 'vitest'
import { z } from 'zod'
import { onlyFor, unlessRestricted } from '../../../../contract/api/only-for.ts'
import { permissionsOf } from '../../../../contract/permissions.ts'
import { withheldFrom } from './withheld.ts'

const receptionist = { permissions: permissionsOf('receptionist') }
const doctor = { permissions: permissionsOf('doctor') }
const note = z.object({ text: onlyFor('clinical.view', z.string()) })

test.each([
  ['in a record of its own', note, { text: 'Chest pain' }, { text: null }],
  ['in a list that may be missing', z.array(note).optional(), [{ text: 'Chest pain' }], [{ text: null }]],
])('a field is blank for those who may not read it: %s', (_, schema, answer, blank) => {
  const withheld = withheldFrom(schema)
  expect(withheld(answer, receptionist)).toEqual(blank)
  expect(withheld(answer, doctor)).toEqual(answer)
})

test.each([
  ['a default', note.default({ text: '' })],
  ['a union', z.union([note, z.string()])],
  ['a tuple', z.tuple([note])],
])('a schema is refused if its field could not be withheld: in %s', (_, schema) => {
  expect(() => withheldFrom(z.object({ schema }))({ schema: null }, receptionist)).toThrow(
    'can’t be withheld',
  )
})

const stay = z.object({ patientId: z.string(), diagnosis: unlessRestricted(z.string()) })

test('what a restricted record keeps back is blank for its own patient alone', () => {
  const schema = z.object({
    items: z.array(stay),
    summary: onlyFor('clinical.view', unlessRestricted(z.string())),
  })
  const [ada, ben] = ['ada', 'ben'].map((patientId) => ({ patientId, diagnosis: 'Chest pain' }))
  const answer = { items: [ada, ben], summary: 'Recovered' }
  const withheld = withheldFrom(schema)
  const isClosed = (id: string) => id === 'ada'
  expect(withheld(answer, { ...doctor, isClosed, patientId: 'ben' })).toEqual({
    items: [{ patientId: 'ada', diagnosis: null }, ben],
    summary: 'Recovered',
  })
  expect(withheld(answer, { ...doctor, isClosed, patientId: 'ada' })).toMatchObject({ summary: null })
  // An answer with nothing to keep back is the same object: a stream may send it to all.
  expect(withheld(answer, { ...doctor, isClosed: () => false })).toBe(answer)
})
