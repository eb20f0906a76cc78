import { afterEach, expect, test, vi } from 'vitest'
import { callNext } from '../../../contract/front-desk/appointments.ts'
import { api } from './api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A network that loses these answers of writes, one after the other, and the keys that it was asked with. */
function network(...isLost: boolean[]): (string | null)[] {
  const keys: (string | null)[] = []
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/auth/token') return Response.json({ token: 'a.b.c' })
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    if (isLost.shift()) throw new TypeError('network error')
    return Response.json({ id: 'called' })
  })
  return keys
}

test('Call next is repeated under its key after the answer was lost, and once it is answered under another', async () => {
  const keys = network(true, false, false)
  const press = (offer: string) => api(callNext, {}, { offer })
  await expect(press('asha')).rejects.toMatchObject({ status: 0 })
  await press('asha')
  await press('asha')
  const [first, again, next] = keys
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

test('Call next is another attempt where somebody else is offered since the answer was lost', async () => {
  const keys = network(true, false)
  await api(callNext, {}, { offer: 'asha' }).catch(() => undefined)
  await api(callNext, {}, { offer: 'bose' })
  expect(keys[0]).not.toBe(keys[1])
})
