import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/nouns.ts'
import { holderOf, may, permissions, roles } from '../../contract/permissions.ts'
import { pathOf } from '../../server/testing/client.ts'
import { givenCaseExamples, givenExamples } from '../../server/testing/every-example.ts'
import { type Example, example, type People } from '../../server/testing/example.ts'
import { type Field, fieldsOf, isOfForm, valueAt, withAt } from '../../server/testing/walks/fields.ts'

/** A text with markup that a field of the contract accepted. */
export interface Plant {
  /** The endpoint and the field, for example `registerPatient address`. */
  field: string
  text: string
}

/** The typed markup, and where it can be seen. */
export interface Planted {
  plants: Plant[]
  /** Fields for text that accepted it in none of the calls. */
  refused: string[]
  /** The ids of the records that the calls named or made, and of their patients, by the first part of the address. */
  ids: Map<string, Set<string>>
}

/** Texts that show it if a page takes them for an element, an attribute or an address. */
const markups = (number: number) => [
  `javascript:ran(${number})//"><img src=x data-planted onerror=ran(${number})></script><script data-planted>ran(${number})</script>{{7*7}}`,
  `javascript:ran(${number})//"><img src=x data-planted onerror=ran(${number})>`,
  `ran(${number})"><b data-planted>`,
  `${number}<i data-planted>`,
]

/**
 * Sends every call of the contract that takes text, with markup in all of its texts at once. The contract lists the
 * fields, and each noun's examples make a valid call, so new fields are included by themselves.
 */
export async function plantEverywhere(people: People): Promise<Planted> {
  const planted: Planted = { plants: [], refused: [], ids: new Map() }
  const texts = new Set<string>()
  for (const endpoint of endpoints) {
    if (!endpoint.body || textsOf(endpoint.body).length === 0) continue
    for (const { path } of textsOf(endpoint.body)) texts.add(nameOf(endpoint, path))
    for (const make of waysToCall(endpoint, people)) await plantIn(endpoint, make, planted)
  }
  const taken = new Set(planted.plants.map(({ field }) => field))
  planted.refused = [...texts].filter((field) => !taken.has(field)).toSorted()
  return planted
}

/** Bodies for other cases of an example. */
const otherForms: Record<string, object> = {
  moveStock: { kind: 'RECEIVE', quantity: 5, batchNumber: 'R-1' },
}

/** The example of an endpoint, with its other body if it has one, and an example of each of its cases. */
function waysToCall(endpoint: Endpoint, people: People): (() => Promise<Example>)[] {
  const whole = givenExamples(people)[endpoint.name]
  const cases = givenCaseExamples(people)[endpoint.name] ?? {}
  const other = otherForms[endpoint.name]
  return [
    ...(whole ? [whole] : []),
    ...(whole && other
      ? [
          async () => {
            const made = await whole()
            return { ...made, request: { ...made.request, body: other } }
          },
        ]
      : []),
    ...Object.entries(cases).map(([name, make]) => async () => {
      const needed = [endpoint.permission, endpoint.cases?.[name]?.permission]
      const role = roles.find((one) =>
        permissions.every((may_) => !needed.includes(may_) || may(holderOf(one), may_)),
      )
      const { id, body, headers } = await make()
      const patients = endpoint.path.startsWith('/patients/{id}') ? [id] : []
      return example(people[role ?? 'admin'], { params: { id }, body }, { subject: id, patients, headers })
    }),
  ]
}

async function plantIn(
  endpoint: Endpoint,
  make: () => Promise<Example>,
  planted: Planted,
  texts = textsOf(endpoint.body),
): Promise<void> {
  const { by, headers, request, patients, subject } = await make()
  const address = pathOf(endpoint, { ...Object(request.params) })
  let left = texts.filter(
    (field) => isOfForm(request.body, field) && valueAt(request.body, field.path.slice(0, -1)) !== undefined,
  )
  for (;;) {
    const plants = left.map(({ path, schema }, place) => ({
      path,
      field: nameOf(endpoint, path),
      text: markupFor(schema.maxLength, planted.plants.length + place),
    }))
    const body = plants.reduce((typed, { path, text }) => withAt(typed, path, text), request.body)
    const answer = await by.send(endpoint.method, address, { headers: { ...headers }, body })
    if (answer.status < 300) {
      planted.plants.push(...plants.map(({ field, text }) => ({ field, text })))
      const reply = answer.body
      const room = endpoint.path.split('/')[1] ?? ''
      const named = typeof patients === 'function' ? patients(reply) : patients
      note(planted, 'patients', ...named)
      note(planted, `patients of ${room}`, ...named)
      const id = typeof subject === 'function' ? subject(reply) : subject
      // A call without texts, such as a look-up, may name a record of another noun.
      if (id && plants.length > 0) note(planted, room, id)
      return
    }
    // The refused fields are left out, and the others are sent again.
    const refused = answer.problem.errors?.map(({ path }) => path) ?? []
    const others = left.filter(({ path }) => !refused.includes(path.join('.')))
    if (others.length === left.length) {
      // Together they make another kind of request, so each is sent by itself.
      if (left.length > 1) for (const text of left) await plantIn(endpoint, make, planted, [text])
      return
    }
    left = others
  }
}

function textsOf(body: Endpoint['body']): Field[] {
  return body
    ? fieldsOf(body).filter(
        ({ schema: { type, format, const: value, enum: choices } }) =>
          type === 'string' && !format && value === undefined && !choices,
      )
    : []
}

function nameOf({ name }: Endpoint, path: readonly string[]): string {
  return `${name} ${path.join('.')}`
}

function markupFor(longest = Number.POSITIVE_INFINITY, number: number): string {
  const all = markups(number)
  return all.find(({ length }) => length <= longest) ?? all.at(-1) ?? ''
}

function note({ ids }: Planted, room: string, ...found: string[]): void {
  const known = ids.get(room) ?? new Set()
  for (const id of found) known.add(id)
  ids.set(room, known)
}
