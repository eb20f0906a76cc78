import { afterEach, expect, test, vi } from 'vitest'
import { listDoctors } from '../../../contract/people/staff.ts'
import { api, expectRecovery, giveUpSession, onSessionLost, recoveries, recoverSession } from './api.ts'
import { forgetToken } from './token.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a session that ends before the code that asks is there is asked for once it is', async () => {
  const hurry = vi.fn()
  const giveUp = expectRecovery(hurry)
  const both = Promise.all([recoverSession(recoveries), recoverSession(recoveries)])
  expect(hurry).toHaveBeenCalledOnce()
  const takeOff = onSessionLost(() => Promise.resolve(true))
  expect(await both).toEqual([true, true])
  expect(await recoverSession(recoveries)).toBe(true)
  takeOff()
  giveUp()
  expect(await recoverSession(recoveries)).toBe(false)
})

test('nobody is asked whose code can’t be loaded, or who signs out', async () => {
  const giveUp = expectRecovery(() => giveUp())
  expect(await recoverSession(recoveries)).toBe(false)
  const hurry = vi.fn()
  const giveUpLater = expectRecovery(hurry)
  const takeBack = giveUpSession()
  expect(await recoverSession(recoveries)).toBe(false)
  expect(hurry).not.toHaveBeenCalled()
  takeBack()
  const lost = recoverSession(recoveries)
  expect(hurry).toHaveBeenCalledOnce()
  giveUpLater()
  expect(await lost).toBe(false)
})

test('a call whose refusal comes after somebody signed in again is sent again, and nobody is asked twice', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined })
  forgetToken()
  const late = Promise.withResolvers<Response>()
  const tokens = [Response.json({ token: 'a.old.c' }), late.promise, Response.json({ token: 'a.new.c' })]
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/auth/token') return tokens.shift()
    const isNew = new Headers(init?.headers).get('authorization') === 'Bearer a.new.c'
    return isNew ? Response.json([]) : new Response(null, { status: 401 })
  })
  const ask = vi.fn(() => Promise.resolve(true))
  const takeOff = onSessionLost(ask)
  const read = api(listDoctors)
  await vi.waitFor(() => expect(tokens).toHaveLength(1))
  await recoverSession(recoveries)
  late.resolve(new Response(null, { status: 401 }))
  expect(await read).toEqual([])
  expect(ask).toHaveBeenCalledOnce()
  takeOff()
})
