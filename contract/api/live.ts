import { z } from 'zod'
import type { Permission } from '../permissions.ts'

/**
 * Something that screens show and follow: a list, a record, figures. A screen names it by its kind, `queue`, or by kind
 * and key, `patient:<id>`. Record 16 tells how following works.
 */
export interface ScopeKind {
  readonly summary: string
  readonly permission: Permission
  /** Tells the scopes of one kind apart; absent if there is only one. */
  readonly key?: z.ZodType<string, string>
  /** The key is somebody's account, and nobody else follows it. */
  readonly isOwn?: true
  /** The record that screens receive. Without it they hear only that something changed, and read again. */
  readonly record?: z.ZodType<{ id: string }>
}

/** A scope's text, as addresses and events name it. */
export function scopeNamed(kind: string, key?: string): string {
  return key === undefined ? kind : `${kind}:${key}`
}

/** Kind and key of a scope's text. */
export function partsOf(scope: string): { kind: string; key: string | undefined } {
  const colon = scope.indexOf(':')
  return colon < 0
    ? { kind: scope, key: undefined }
    : { kind: scope.slice(0, colon), key: scope.slice(colon + 1) }
}

/**
 * The header of every answer that says as of when it is at least, and of a read that wants an answer no older. It is a
 * number that grows with every commit in the database: of two answers, the one with the larger number holds all that the
 * other holds.
 */
export const asOfHeader = 'lantern-as-of'

/** The most scopes that one stream can follow. */
export const mostScopes = 50

/** The events of `GET /api/live?scope=…&scope=…` (Server-Sent Events). */
export const LiveEvent = z.discriminatedUnion('kind', [
  /**
   * The first message: from now on every change is sent. Data older than this message has to be read again. A lost
   * stream is reopened at a random moment within `returnWithin` ms, because others were lost with it. `build` is the
   * version of the screens that are served now; a page with another one is out of date.
   */
  z.object({
    kind: z.literal('open'),
    asOf: z.record(z.string(), z.number()),
    returnWithin: z.number().int(),
    build: z.string().optional(),
  }),
  /** Records of a scope as they are now, and the ids of those that are not in it any more. */
  z.object({
    kind: z.literal('records'),
    scope: z.string(),
    asOf: z.number(),
    put: z.array(z.looseObject({ id: z.string() })),
    gone: z.array(z.string()),
  }),
  /** Something in the scope changed: the screen reads it again after a random delay of at most `within` milliseconds. */
  z.object({ kind: z.literal('stale'), scope: z.string(), asOf: z.number(), within: z.number().int() }),
  /** One's own account changed; the stream ends, and another can begin. */
  z.object({ kind: z.literal('account') }),
  /** The last message of a stream: the screen opens another after `reopenAfter` milliseconds, which differ by screen. */
  z.object({ kind: z.literal('closing'), reopenAfter: z.number().int() }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/**
 * Marks the calls of a screen, because a screen also makes calls by itself. To report that someone touched it, a screen
 * calls POST /api/auth/active, at most once a minute.
 */
export const presenceHeader = 'lantern-presence'
