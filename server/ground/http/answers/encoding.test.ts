import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../../../contract/nouns.ts'
import { namedFields, namedFieldsCompiler } from './encoding.ts'

/** A value of each schema that has fields; `more` are in every object of it besides. */
function example(schema: z.ZodType, more: object): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, example(field, more)])
    return { ...more, ...Object.fromEntries(fields) }
  }
  if (schema instanceof z.ZodArray) return [1, 2].map(() => example(schema.element as z.ZodType, more))
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return example(schema.unwrap() as z.ZodType, more)
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return example(schema.options[0] as z.ZodType, more)
  if (schema instanceof z.ZodRecord) {
    const { keyType, valueType } = schema as z.ZodRecord<z.ZodEnum, z.ZodType>
    const names = keyType instanceof z.ZodEnum ? keyType.options : []
    return Object.fromEntries(names.map((name) => [name, example(valueType, more)]))
  }
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodBoolean) return false
  return schema instanceof z.ZodNumber ? 7 : 'Words'
}

describe('an answer', () => {
  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint.reply] as const))(
    'of %s has the fields that the contract names, and no others',
    (_name, reply) => {
      const answer = JSON.stringify(namedFields(reply)(example(reply, { passwordHash: 'x' })))
      expect(JSON.parse(answer)).toEqual(example(reply, {}))
    },
  )

  test('leaves out what is absent, and says what is null', () => {
    const schema = z.object({
      note: z.string().nullable(),
      more: z.string().optional(),
      inner: z.object({ name: z.string() }).nullable(),
      all: z.array(z.object({ id: z.int() })).optional(),
    })
    expect(JSON.stringify(namedFields(schema)({ note: null, inner: null }))).toBe(
      '{"note":null,"inner":null}',
    )
  })

  test('of any length is written as UTF-8, and keeps its bytes when others are written', () => {
    const schema = z.array(z.string())
    const write = namedFieldsCompiler({ schema, method: 'GET', url: '/' })
    const lengths = [1, 5_000, 100_000, 300_000]
    const answers = lengths.map((length) => [
      ['Małgorzata', 'Ünal', '🩺', '医'].join(' ').repeat(length / 18),
    ])
    const written = answers.map(write)
    expect(written.map((bytes) => JSON.parse(Buffer.from(bytes).toString()))).toEqual(answers)
  })

  test('names a field as the contract does, whatever is in its name', () => {
    const odd = z.object({ 'a"b': z.string(), 'x};throw 1': z.int() })
    expect(JSON.stringify(namedFields(odd)({ 'a"b': '1', 'x};throw 1': 2, y: 3 }))).toBe(
      '{"a\\"b":"1","x};throw 1":2}',
    )
  })

  test('of several kinds is taken by Zod', () => {
    const kinds = z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('bed'), number: z.string() }),
        z.object({ kind: z.literal('ward'), beds: z.int() }),
      ]),
    )
    const given = [
      { kind: 'bed', number: 'A-1', beds: 3 },
      { kind: 'ward', beds: 3, number: 'A-1' },
    ]
    expect(namedFields(kinds)(given)).toEqual([
      { kind: 'bed', number: 'A-1' },
      { kind: 'ward', beds: 3 },
    ])
  })
})
