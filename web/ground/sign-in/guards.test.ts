import type { QueryClient } from '@tanstack/react-query'
import { isNotFound, isRedirect, type ParsedLocation } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Me } from '../../../contract/people/staff.ts'
import { permissionsOf } from '../../../contract/permissions.ts'
import { ApiError } from '../client/api.ts'
import { activeEntry } from '../client/token.ts'
import { lockedEntry } from './auth.ts'
import {
  internalPath,
  originSearch,
  requirePermission,
  requireRecord,
  requireRole,
  requireSession,
} from './guards.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an origin within the application is remembered, with its search and place', () => {
  expect(internalPath('/patients?search=rao&page=2#top')).toBe('/patients?search=rao&page=2#top')
  expect(internalPath('/patients/../staff')).toBe('/staff')
})

test('an origin on another site is not', () => {
  for (const from of [
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https://evil.test/patients',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/ /evil.test',
    'patients',
    '',
    undefined,
    7,
    ['/patients'],
  ]) {
    expect(internalPath(from), String(from)).toBeUndefined()
    expect(originSearch({ from }), String(from)).toEqual({ from: undefined })
  }
})

test('an address that can be no record’s is not found, before anything is asked', () => {
  const context = { me: { role: 'admin', permissions: permissionsOf('admin') } as Me }
  const arrive = (id: string) => () => requireRecord('patient.view')({ context, params: { id } })
  expect(arrive('11111111-1111-4111-8111-111111111111')).not.toThrow()
  for (const id of ['abc', '1', 'PO1001', 'orders', '']) {
    let thrown: unknown
    try {
      arrive(id)()
    } catch (error) {
      thrown = error
    }
    expect(isNotFound(thrown), id).toBe(true)
  }
})

test('the screens on the way in are not, for they would lead in a circle', () => {
  for (const from of [
    '/',
    '/sign-in',
    '/sign-in?from=/staff',
    '/sign-in/forgot',
    '/sign-up',
    '/sign-out',
    '/select-role',
    '/unauthorized',
  ]) {
    expect(internalPath(from), from).toBeUndefined()
  }
})

const me = { id: 'me', role: 'nurse', permissions: permissionsOf('nurse'), secondStep: null } as unknown as Me

/** Arrives at a page in a browser that keeps `stored`; `asks` answers who is signed in, and `isOpen` says that it is known. */
async function arrive(
  {
    asks = me,
    isOpen = false,
    idleLockMinutes = null,
    href = '/beds?ward=ICU',
  }: {
    asks?: Me | Error
    isOpen?: boolean
    idleLockMinutes?: number | null
    href?: string
  },
  stored: Record<string, string> = {},
) {
  const kept = new Map(Object.entries(stored))
  vi.stubGlobal('sessionStorage', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const queryClient = {
    getQueryData: () => (isOpen ? asks : undefined),
    ensureQueryData: async ({ queryKey }: { queryKey: readonly unknown[] }) => {
      if (queryKey[0] === 'site') return { idleLockMinutes }
      if (asks instanceof Error) throw asks
      return asks
    },
  } as unknown as QueryClient
  const location = { pathname: href.split('?')[0], href } as ParsedLocation
  const outcome = await sentBy(() => requireSession({ context: { queryClient }, location }))
  return { outcome, isLocked: kept.has(lockedEntry) }
}

/** The answer of a guard, or the address to which it sends. */
async function sentBy(guard: () => unknown): Promise<unknown> {
  try {
    return await guard()
  } catch (error) {
    if (!isRedirect(error)) throw error
    const { to, search } = error.options as { to?: string; search?: unknown }
    return { to, search }
  }
}

const refusedWith = (status: number) =>
  new ApiError({ type: 'about:blank', title: '', status, code: 'unreachable', detail: 'Refused' })
const signedOut = refusedWith(401)
const from = { from: '/beds?ward=ICU' }
const locked = { [lockedEntry]: '1' }
const awayFor = (minutes: number) => ({ [activeEntry]: String(Date.now() - minutes * 60_000) })

test('who is signed in comes in; others sign in, and return to where they wanted', async () => {
  expect((await arrive({})).outcome).toEqual({ me })
  expect((await arrive({ isOpen: true })).outcome).toEqual({ me })
  expect((await arrive({ asks: signedOut })).outcome).toEqual({ to: '/sign-in', search: from })
  expect((await arrive({ asks: signedOut, href: '/dashboard' })).outcome).toEqual({
    to: '/sign-in',
    search: {},
  })
  const trouble = refusedWith(503)
  await expect(arrive({ asks: trouble })).rejects.toBe(trouble)
  await expect(arrive({ asks: new TypeError('offline') })).rejects.toThrow('offline')
})

test('a page that is loaded while the screen is locked shows nothing; one that is open already stays', async () => {
  expect((await arrive({}, locked)).outcome).toEqual({ to: '/sign-in/locked', search: from })
  expect((await arrive({ isOpen: true }, locked)).outcome).toEqual({ me })
})

test('a page that is loaded after the time away is locked, where the hospital locks screens', async () => {
  const lockedOut = { outcome: { to: '/sign-in/locked', search: from }, isLocked: true }
  const isIn = { outcome: { me }, isLocked: false }
  expect(await arrive({ idleLockMinutes: 5 }, awayFor(6))).toEqual(lockedOut)
  expect(await arrive({ idleLockMinutes: 5 }, awayFor(4))).toEqual(isIn)
  expect(await arrive({ idleLockMinutes: null }, awayFor(600))).toEqual(isIn)
  expect(await arrive({ idleLockMinutes: 5, isOpen: true }, awayFor(6))).toEqual(isIn)
  expect((await arrive({ idleLockMinutes: 5, asks: signedOut }, awayFor(6))).isLocked).toBe(false)
})

test('a second step that is due comes first, and one that is not yet does not', async () => {
  const with2 = (isDue: boolean) => ({ ...me, secondStep: { by: '', isDue } }) as unknown as Me
  expect((await arrive({ asks: with2(true) })).outcome).toEqual({ to: '/sign-in/second-step', search: from })
  expect((await arrive({ asks: with2(false) })).outcome).toEqual({ me: with2(false) })
})

test('a role is chosen first, and a role without the permission is refused', async () => {
  const location = { pathname: '/beds', href: '/beds?ward=ICU' } as ParsedLocation
  const noRole = { ...me, role: null, permissions: [] }
  expect(await sentBy(() => requireRole({ context: { me: noRole }, location }))).toEqual({
    to: '/select-role',
    search: from,
  })
  expect(await sentBy(() => requireRole({ context: { me }, location }))).toBeUndefined()
  expect(await sentBy(() => requirePermission('bed.view')({ context: { me } }))).toBeUndefined()
  expect(await sentBy(() => requirePermission('staff.manage')({ context: { me } }))).toMatchObject({
    to: '/unauthorized',
  })
  const record = { context: { me }, params: { id: '11111111-1111-4111-8111-111111111111' } }
  expect(await sentBy(() => requireRecord('staff.manage')(record))).toMatchObject({ to: '/unauthorized' })
})
