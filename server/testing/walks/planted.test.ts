import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from '../../../contract/api/endpoint.ts'
import { reference } from '../../../contract/api/references.ts'
import { roles } from '../../../contract/permissions.ts'
import { createClient, idempotent } from '../client.ts'
import { type Example, example } from '../example.ts'
import {
  failingOn,
  findingSomething,
  givingLongPages,
  openAgainstTheTable,
  openWithout,
  takingAKeyAgain,
  takingAnyBody,
  takingIds,
  takingUnknownFields,
} from './checks.ts'
import { referencesOf } from './referents.ts'

/** The faults that the walks are to find, in a server that has all of them: it lets everybody in, and takes everything. */

const careless = Fastify({ bodyLimit: 10_000_000 })
careless.removeAllContentTypeParsers()
careless.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
let done = 0
careless.put('/api/orders/:id', ({ body }) => {
  if (!String(body).includes('status')) throw new Error('done under none of its cases')
  return {}
})
careless.all('/api/*', () => ({ id: `whatever ${done++}` }))
const url = await careless.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => careless.close())
const anybody = createClient(url)

const order: Endpoint = endpoint({
  name: 'orderAnything',
  summary: 'Order',
  method: 'POST',
  path: '/orders/{id}',
  permission: 'inventory.change',
  kind: 'create',
  params: z.strictObject({ id: z.guid() }),
  query: z.strictObject({ limit: z.number().optional() }),
  body: z.strictObject({ supplierId: reference('supplier', 'Supplier is required') }),
  reply: z.object({ id: z.string() }),
})
const id = 'b1d6ab1e-0d0c-4b1e-9d0c-0d0c4b1e9d0c'
const ordered: Example = {
  ...example(anybody as never),
  request: { params: { id }, body: { supplierId: id } },
}
const wrong = [{ why: 'an id of nothing', id }]

test('who is let in without a token is found', async () => {
  const tokens = [
    ['no header', undefined],
    ['a disabled account', 'Bearer x'],
  ] as const
  expect(await openWithout(anybody, order, { id }, tokens)).toHaveLength(2)
})

test('who is let in or kept out against the table is found', async () => {
  const everybody = Object.fromEntries([...roles, 'roleless'].map((who) => [who, anybody]))
  const faults = await openAgainstTheTable(everybody as never, order, { id })
  expect(faults).toHaveLength(roles.length + 1)
})

test('a field that nobody knows, a body of any size and kind, and a page of any length are found', async () => {
  expect(await takingUnknownFields(order, ordered)).toHaveLength(2)
  expect(await takingAnyBody(anybody, order, { id })).toHaveLength(9)
  expect(await givingLongPages(order, ordered)).toHaveLength(1)
})

test('a body that leads to none of what the handler does is found', async () => {
  const send = (body: object) => anybody.send('PUT', `/api/orders/${id}`, { body })
  expect(await failingOn([{ status: 'SENT' }, { notes: 'By Friday' }], send)).toHaveLength(1)
})

test('a key that is taken for another request, and what was done under it, are found', async () => {
  const other = () => anybody.send('POST', `/api/orders/${id}`, idempotent(id))
  expect(await takingAKeyAgain([['another order', other]], async () => ({ done }))).toHaveLength(2)
})

test('an id that refers to nothing is found, in the body and in the address', async () => {
  const send = () => anybody.send('POST', `/api/orders/${id}`, { body: {} })
  expect(await takingIds('supplierId', wrong, send)).toHaveLength(1)
  expect(await findingSomething(wrong, send)).toHaveLength(1)
})

test('an id of which the contract does not say what it refers to is found', () => {
  const silent = z.strictObject({
    supplierId: z.guid(),
    lines: z.array(z.strictObject({ itemId: z.guid() })),
  })
  expect(referencesOf(silent).map(({ path, referent }) => [path.join('.'), referent])).toEqual([
    ['supplierId', null],
    ['lines.0.itemId', null],
  ])
})

test('an endpoint that does not say who may call it is none to the types', () => {
  const { permission, ...rest } = order
  expect(permission).toBe('inventory.change')
  // @ts-expect-error: who may call it is part of what an endpoint is
  expect(endpoint(rest)).toBe(rest)
})
