import type { QueryClient } from '@tanstack/react-query'
import { notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import { Id } from '../../../contract/api/fields.ts'
import type { Me } from '../../../contract/people/staff.ts'
import { may, type Permission } from '../../../contract/permissions.ts'
import { ApiError, tokenFor } from '../client/api.ts'
import { forgetToken } from '../client/token.ts'
import { meQuery, siteQuery } from './account.ts'
import { forgetRecords, isIdle, lockedEntry, lockScreens, takeUpDrafts } from './auth.ts'

/** Where users start after signing in. */
export const startPath = '/dashboard'
/** Stands for this application's own origin, whatever it is. */
const here = 'http://lantern.invalid'
const accessPaths = ['/sign-in', '/sign-up', '/sign-out', '/select-role', '/unauthorized']

/**
 * A remembered origin, if it is a path of this application: never another site, and never the access screens, which
 * would lead in a circle.
 */
export function internalPath(from: unknown): string | undefined {
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from) || /[\\\s]/.test(from)) return undefined
  const { origin, pathname, search, hash } = new URL(from, here)
  if (
    origin !== here ||
    pathname === '/' ||
    accessPaths.some((access) => pathname === access || pathname.startsWith(`${access}/`))
  )
    return undefined
  return `${pathname}${search}${hash}`
}

/**
 * The search of the screens on the way in: `?from=` is where one wanted to go. It is always named, because the router
 * lets through what a validator leaves out.
 */
export function originSearch(search: Record<string, unknown>): { from?: string | undefined } {
  return { from: internalPath(search.from) }
}

function originOf(place: ParsedLocation): { from?: string | undefined } {
  return place.pathname === startPath ? {} : originSearch({ from: place.href })
}

/** The signed-in account, cached or from the server; null if nobody is signed in. @throws ApiError */
async function findMe(queryClient: QueryClient): Promise<Me | null> {
  try {
    return await queryClient.ensureQueryData(meQuery)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Whether the server has a session, whatever this page has cached. @throws ApiError */
export async function hasSession(): Promise<boolean> {
  return Boolean(await tokenFor('read'))
}

interface Arrival {
  context: { queryClient: QueryClient }
  location: ParsedLocation
}

/** Lets signed-in users in; others sign in or unlock first, and then return to the page that they asked for. */
export async function requireSession({ context: { queryClient }, location }: Arrival): Promise<{ me: Me }> {
  // The lock covers a page that is already open. A page that is loaded while locked shows nothing until it is unlocked.
  const isOpen = queryClient.getQueryData(meQuery.queryKey) !== undefined
  const [me, { idleLockMinutes }] = await Promise.all([
    findMe(queryClient),
    queryClient.ensureQueryData(siteQuery),
  ])
  if (me && !isOpen && idleLockMinutes !== null && isIdle(idleLockMinutes)) lockScreens()
  const isLocked = localStorage.getItem(lockedEntry) !== null
  if (isLocked && !isOpen) {
    forgetToken()
    forgetRecords()
    throw redirect({ to: '/sign-in/locked', search: originOf(location) })
  }
  if (!me) throw redirect({ to: '/sign-in', search: originOf(location) })
  if (!isOpen) await takeUpDrafts(me.id)
  if (me.secondStep?.isDue) throw redirect({ to: '/sign-in/second-step', search: originOf(location) })
  return { me }
}

/** Lets in users with a role; others choose one first, and then return. */
export function requireRole({ context, location }: { context: { me: Me }; location: ParsedLocation }): void {
  if (!context.me.role) throw redirect({ to: '/select-role', search: originOf(location) })
}

/** Lets in the roles that hold a permission: `beforeLoad: requirePermission('patient.edit')`. */
export function requirePermission(permission: Permission) {
  return ({ context }: { context: { me: Me } }): void => {
    if (!may(context.me, permission)) throw redirect({ to: '/unauthorized' })
  }
}

/** Guards the address of one record; an invalid id is not found, without asking the server. */
export function requireRecord(permission: Permission) {
  const requirePermitted = requirePermission(permission)
  return (arrival: { context: { me: Me }; params: { id: string } }): void => {
    requirePermitted(arrival)
    if (!Id.safeParse(arrival.params.id).success) throw notFound()
  }
}
