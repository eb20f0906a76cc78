import type { FastifyRequest } from 'fastify'
import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import type { Change, Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/types.ts'
import { createSessions, hasEnded, isSecondStepDue, permissionsIn, type SignedIn } from './session.ts'

const start = Date.parse('2026-11-25T10:00:00Z')
const inMinutes = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
const anika = 'anika'

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

interface Row {
  id: string
  sessionId: string
  endsAt: string
  role: string | null
  ownPermissions: string[] | null
  secondStep: SignedIn['secondStep']
}

const rowOf = (more: Partial<Row> = {}): Row => ({
  id: anika,
  sessionId: 'morning',
  endsAt: inMinutes(60),
  role: 'nurse',
  ownPermissions: null,
  secondStep: null,
  ...more,
})

/** Sessions over a database that answers from `rows` and counts what it was asked. */
async function given(rows: Row[] = [rowOf()]) {
  const state = {
    rows,
    queries: 0,
    minutes: 0,
    keyReads: 0,
    before: async () => {},
    inactive: [] as string[],
  }
  const answer = async ({ sql, parameters }: CompiledQuery) => {
    state.queries += 1
    await state.before()
    if (sql.startsWith('select "active"')) {
      return state.inactive.includes(parameters[0] as string) ? [{ active: false }] : [{ active: true }]
    }
    for (const rule of [
      '"staff"."active" = ',
      '"session"."expires_at" > ',
      '"session"."locked_at" is null',
    ]) {
      if (!sql.includes(rule)) throw new Error(`it asks for sessions without ${rule}`)
    }
    const asked = parameters.flat()
    return state.rows.filter(({ id, sessionId }) => {
      const isOfAccount = !sql.includes('"staff"."id" = $') || asked.includes(id)
      return sql.includes('"session"."id" = ') && asked.includes(sessionId) && isOfAccount
    })
  }
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return {
        executeQuery: async (query: CompiledQuery) => ({ rows: (await answer(query)) as never[] }),
        async *streamQuery() {},
      }
    }
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Database
  const listeners = { change: (_: Change) => {}, deaf: () => {}, gap: () => {} }
  const changes = {
    listening: true,
    onChange: (listener: (change: Change) => void) => {
      listeners.change = listener
    },
    onDeaf: (listener: () => void) => {
      listeners.deaf = listener
    },
    onGap: (listener: () => void) => {
      listeners.gap = listener
    },
  }
  const keys = new Map<string, PrivateKey>()
  const published: JSONWebKeySet = { keys: [] }
  const addKey = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA')
    keys.set(kid, privateKey)
    published.keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' })
  }
  await addKey('first')
  const sessions = createSessions({
    db,
    changes: changes as unknown as Changes,
    clock: () => new Date(start + state.minutes * 60_000),
    readKeys: async () => {
      state.keyReads += 1
      return structuredClone(published)
    },
  })
  const token = (claims: Record<string, unknown> = {}, kid = 'first') =>
    new SignJWT({
      iss: 'lantern',
      aud: 'lantern',
      sub: anika,
      sid: 'morning',
      exp: start / 1000 + 900,
      ...claims,
    })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .sign(keys.get(kid) as PrivateKey)
  const own = await token()
  const request = (authorization = `Bearer ${own}`) => ({ headers: { authorization } }) as FastifyRequest
  const changed = (noun: string, id: string) => listeners.change({ noun, id, told: {} })
  const asksAgain = async () => {
    const before = state.queries
    await sessions.identify(request())
    return state.queries > before
  }
  return { sessions, state, changes, listeners, changed, token, request, addKey, asksAgain }
}

test('an account is read once, and again after whatever may have changed it', async () => {
  const { sessions, state, changes, listeners, changed, request, asksAgain } = await given()
  const [one, other] = await Promise.all([sessions.identify(request()), sessions.identify(request())])
  expect(one).toMatchObject({ id: anika, sessionId: 'morning', permissions: permissionsIn('nurse', null) })
  expect(one).not.toHaveProperty('ownPermissions')
  expect([other, state.queries]).toEqual([one, 1])
  expect(await asksAgain()).toBe(false)
  const again: [string, () => void][] = [
    ['the account', () => changed('staff', anika)],
    ['its session', () => changed('session', 'morning')],
    ['the hospital', () => changed('hospital', 'any')],
    ['a role', () => changed('role', 'any')],
    ['nothing is heard', () => listeners.deaf()],
    ['something was missed', () => listeners.gap()],
    ['this process', () => sessions.forget(anika)],
    ['all of it', () => sessions.forgetAll()],
  ]
  for (const [what, happens] of again) {
    happens()
    expect([what, await asksAgain(), await asksAgain()]).toEqual([what, true, false])
  }
  for (const [noun, id] of [
    ['staff', 'another'],
    ['session', 'another'],
    ['patient', anika],
  ] as const) {
    changed(noun, id)
    expect([noun, await asksAgain()]).toEqual([noun, false])
  }
  changes.listening = false
  expect([await asksAgain(), await asksAgain()]).toEqual([true, true])
  changes.listening = true
  state.rows = [rowOf({ role: 'doctor' })]
  expect(await sessions.identifyAnew(request())).toMatchObject({ role: 'doctor' })
  expect(await sessions.identify(request())).toMatchObject({ role: 'doctor' })
})

test('a session that has ended is not remembered, and one that is not live is nobody', async () => {
  const { sessions, state, request, token, asksAgain } = await given([rowOf({ endsAt: inMinutes(10) })])
  await sessions.identify(request())
  state.minutes = 10
  expect(await asksAgain()).toBe(true)
  state.rows = []
  expect(await sessions.identify(request())).toBeNull()
  state.rows = [rowOf({ id: 'another' })]
  expect(await sessions.identifyAnew(request())).toBeNull()
  state.rows = [rowOf({ sessionId: 'evening' })]
  expect(await sessions.identifyAnew(request())).toBeNull()
  expect(await sessions.identify(request(`bearer ${await token({ sid: 'evening' })}`))).toMatchObject({
    id: anika,
  })
})

test('what is announced while an account is read is read again', async () => {
  for (const what of [
    ['staff', anika],
    ['session', 'morning'],
    ['role', 'any'],
  ] as const) {
    const { sessions, state, changed, request, asksAgain } = await given()
    state.before = async () => {
      if (state.queries > 1) return
      state.rows = [rowOf({ role: 'doctor' })]
      changed(what[0], what[1])
    }
    expect(await sessions.identify(request())).toMatchObject({ role: 'doctor' })
    expect([what[0], state.queries]).toEqual([what[0], 2])
    expect(await asksAgain()).toBe(false)
  }
  const { sessions, state, changed, request } = await given()
  state.before = async () => changed('session', 'another')
  await sessions.identify(request())
  expect(state.queries).toBe(1)
})

test('whoever asks after a change does not share what was being read before it', async () => {
  const { sessions, state, changed, request } = await given()
  const gate = Promise.withResolvers<void>()
  state.before = () => (state.queries === 1 ? gate.promise : Promise.resolve())
  const early = sessions.identify(request())
  while (state.queries < 1) await new Promise((resolve) => setImmediate(resolve))
  changed('staff', anika)
  state.rows = [rowOf({ role: 'doctor' })]
  expect(await sessions.identify(request())).toMatchObject({ role: 'doctor' })
  gate.resolve()
  expect(await early).toMatchObject({ role: 'doctor' })
  expect(await sessions.identify(request())).toMatchObject({ role: 'doctor' })
})

test('a token is ours, of now, and whole; it is verified once', async () => {
  const { sessions, state, changes, listeners, token, request } = await given()
  const is = async (authorization: string) => (await sessions.identify(request(authorization))) !== null
  const bearer = async (claims: Record<string, unknown>) => is(`Bearer ${await token(claims)}`)
  expect(await bearer({})).toBe(true)
  expect(await bearer({ iss: 'another' })).toBe(false)
  expect(await bearer({ aud: 'another' })).toBe(false)
  expect(await bearer({ exp: start / 1000 - 60 })).toBe(false)
  expect(await bearer({ sub: undefined })).toBe(false)
  expect(await bearer({ sid: 7 })).toBe(false)
  expect(await bearer({ exp: undefined })).toBe(false)
  const own = await token()
  for (const wrong of [own, `Basic ${own}`, 'Bearer', 'Bearer a.b.c', '', `Bearer ${own.slice(0, -4)}AAAA`]) {
    expect([wrong, await is(wrong)]).toEqual([wrong, false])
  }
  expect(await sessions.identify({ headers: {} } as FastifyRequest)).toBeNull()
  const reads = state.keyReads
  expect(await is(`Bearer ${own}`)).toBe(true)
  expect(state.keyReads).toBe(reads)
  listeners.gap()
  expect(await is(`Bearer ${own}`)).toBe(true)
  expect(state.keyReads).toBe(reads + 1)
  state.minutes = 14
  expect(await is(`Bearer ${own}`)).toBe(true)
  state.minutes = 15
  expect([await is(`Bearer ${own}`), await is(`Bearer ${own}`)]).toEqual([false, false])
  changes.listening = false
  expect(await is(`Bearer ${own}`)).toBe(false)
})

test('a token that is signed with a new key is known once the keys are read again', async () => {
  const { sessions, state, listeners, token, request, addKey } = await given()
  await sessions.identify(request())
  expect(state.keyReads).toBe(1)
  await addKey('second')
  const renewed = request(`Bearer ${await token({}, 'second')}`)
  // Not more often than once in a second, however many tokens come.
  expect([await sessions.identify(renewed), state.keyReads]).toEqual([null, 1])
  listeners.deaf()
  expect(await sessions.identify(renewed)).toMatchObject({ id: anika })
  expect(state.keyReads).toBe(2)
})

test('a second step that is due is looked at anew, and who has one signs in again', async () => {
  const due = { by: inMinutes(5), hasOne: false }
  const { sessions, state, request, asksAgain } = await given([rowOf({ secondStep: due })])
  await sessions.identify(request())
  state.minutes = 4
  expect(await asksAgain()).toBe(false)
  state.minutes = 5
  expect([await asksAgain(), await asksAgain()]).toEqual([true, true])
  expect(await sessions.identify(request())).toMatchObject({ secondStep: due })
  state.rows = [rowOf({ secondStep: { ...due, hasOne: true } })]
  expect([await sessions.identify(request()), await sessions.identifyAnew(request())]).toEqual([null, null])
  state.minutes = 4
  expect(await sessions.identifyAnew(request())).toMatchObject({ id: anika })
})

test('a deactivated account is told so by its own token alone', async () => {
  const { sessions, state, request } = await given()
  state.inactive = ['another']
  expect(await sessions.isDeactivated(request())).toBe(false)
  state.inactive = [anika]
  expect(await sessions.isDeactivated(request())).toBe(true)
  expect(await sessions.isDeactivated(request('Bearer a.b.c'))).toBe(false)
})

test('which accounts are still as they were is asked in one query', async () => {
  const rows = [rowOf(), rowOf({ sessionId: 'evening' }), rowOf({ sessionId: 'night' })]
  const { sessions, state, token, request } = await given(rows)
  const all: SignedIn[] = []
  for (const { sessionId } of rows) {
    const found = await sessions.identify(request(`Bearer ${await token({ sid: sessionId })}`))
    if (found) all.push(found)
  }
  state.rows = [rowOf(), rowOf({ sessionId: 'evening', role: 'doctor' })]
  state.queries = 0
  expect([...(await sessions.stillSo(all))]).toEqual([all[0]])
  expect(state.queries).toBe(1)
})

test('when a session ends and a second step is due', () => {
  const at = new Date(start)
  const ends = (minutes: number) => hasEnded(rowOf({ endsAt: inMinutes(minutes) }) as unknown as SignedIn, at)
  expect([ends(-1), ends(0), ends(1)]).toEqual([true, true, false])
  const due = (secondStep: SignedIn['secondStep']) => isSecondStepDue({ secondStep } as SignedIn, at)
  expect([
    due(null),
    due({ by: inMinutes(0), hasOne: false }),
    due({ by: inMinutes(1), hasOne: true }),
  ]).toEqual([false, true, false])
})

test('the permissions of a role are Lantern’s, or those of the hospital’s own that this version knows', () => {
  expect(permissionsIn(null, null)).toEqual([])
  expect(permissionsIn('ward_clerk', ['bed.view', 'patient.view', 'unheard.of'])).toEqual([
    'patient.view',
    'bed.view',
  ])
  expect(permissionsIn('nurse', ['staff.manage'])).not.toContain('staff.manage')
  expect(permissionsIn('ward_clerk', ['bed.view'])).toBe(permissionsIn('another', ['bed.view']))
})
