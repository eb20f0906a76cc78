import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { LimitedClient, type TimeLimits } from './time-limits.ts'

/**
 * Labels that triggers give a change, beside its noun and id. `server/ground/live/labels.test.ts` compares the list
 * with the functions of the schema, because a misspelled label would leave a screen out of date.
 */
export const labels = [
  'chosen',
  'day',
  'doctor',
  'identity',
  'moved',
  'named',
  'new',
  'of',
  'patient',
  'queue',
  'renamed',
  'room',
  'unit',
  'withdrawn',
] as const
export type Label = (typeof labels)[number]

/** A change, as the trigger announces it. */
export interface Change {
  noun: string
  id: string
  /** The values that decide its scopes, before and after: an appointment's `day`, and both days if it was moved. */
  told: Readonly<Partial<Record<Label, readonly string[]>>>
}

export interface Changes {
  /** Calls `listener` for every change announced by any server process; returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void
  /** Calls `listener` when changes may begin to be missed. */
  onDeaf(listener: () => void): () => void
  /** Calls `listener` when changes may have been missed: the connection was lost, and is back now. */
  onGap(listener: () => void): () => void
  /** False while changes may be missed, when caches can't be trusted. */
  readonly listening: boolean
  /** Every change announced before this moment (`performance.now()`) has been received. */
  readonly heardUntil: number
  close(): Promise<void>
}

export interface HearingLimits {
  /** Interval of the echoes, in milliseconds. */
  echoEvery: number
  /** Milliseconds without an echo after which the connection counts as deaf; under load a few may be delayed. */
  deafAfter: number
  /** Milliseconds for which the last known state is trusted if it can't be read from the database. */
  believedFor: number
  /** Interval, in milliseconds, of checks for what no notification announces: an expired session, a new day. */
  lookEvery: number
}

export const hearingLimits: HearingLimits = {
  echoEvery: 5000,
  deafAfter: 20_000,
  believedFor: 30_000,
  lookEvery: 60_000,
}

/**
 * Listens to NOTIFY lantern on a connection of its own, and reconnects by itself. A connection can be open but deaf: a
 * router forgot it, or it leads to a server that is no longer the primary. So each process regularly sends itself an echo,
 * the way that changes are announced, on a connection of the pool `db`. PostgreSQL delivers notifications in commit order,
 * so a process that hears an echo has heard everything announced before it was sent.
 */
export async function listenForChanges(
  url: string,
  db: Database,
  { limits, echoEvery, deafAfter }: HearingLimits & { limits: TimeLimits },
): Promise<Changes> {
  const changeListeners = new Set<(change: Change) => void>()
  const deafListeners = new Set<() => void>()
  const gapListeners = new Set<() => void>()
  const own = randomUUID()
  let client: LimitedClient | null = null
  let heardUntil = Number.NEGATIVE_INFINITY
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let deaf: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const opened = new LimitedClient({ connectionString: url }, limits)
    opened.on('notification', ({ payload = '' }) => {
      const [noun = '', id = '', told = ''] = payload.split(':')
      if (noun === 'echo') return heardEcho(opened, id)
      const change = { noun, id, told: readTold(told) }
      for (const listener of changeListeners) listener(change)
    })
    opened.on('error', () => lost(opened))
    opened.on('end', () => lost(opened))
    const since = performance.now()
    try {
      await opened.connect()
      await opened.query('listen lantern')
    } catch (error) {
      opened.giveUp()
      throw error
    }
    client = opened
    heard(since)
  }

  function heard(until: number) {
    heardUntil = until
    clearTimeout(deaf)
    const silent = client
    deaf = setTimeout(() => silent && lost(silent), until + deafAfter - performance.now())
  }

  function heardEcho(by: LimitedClient, id: string) {
    const [sender, sentAt] = id.split(' ')
    if (sender === own && by === client) heard(Number(sentAt))
  }

  async function sendEcho() {
    const payload = `echo:${own} ${performance.now()}`
    // An echo that could not be sent is not heard either, and only that matters.
    await sql`select pg_notify('lantern', ${payload})`.execute(db).catch(() => {})
  }

  function lost(which: LimitedClient) {
    if (which !== client) return
    client = null
    clearTimeout(deaf)
    which.giveUp()
    for (const listener of deafListeners) listener()
    reopen(100)
  }

  function reopen(delay: number) {
    if (closed) return
    retry = setTimeout(async () => {
      try {
        await open()
        if (closed) return await close()
        for (const listener of gapListeners) listener()
      } catch {
        reopen(Math.min(delay * 2, 2000))
      }
    }, delay)
  }

  async function close() {
    const open = client
    client = null
    clearTimeout(deaf)
    await open?.end()
  }

  function listenersOf<Listener>(set: Set<Listener>) {
    return (listener: Listener) => {
      set.add(listener)
      return () => void set.delete(listener)
    }
  }

  await open()
  const echoes = setInterval(sendEcho, echoEvery)
  return {
    onChange: listenersOf(changeListeners),
    onDeaf: listenersOf(deafListeners),
    onGap: listenersOf(gapListeners),
    get listening() {
      // The timer can be late.
      return client !== null && performance.now() - heardUntil < deafAfter
    },
    get heardUntil() {
      return heardUntil
    },
    close() {
      closed = true
      clearInterval(echoes)
      clearTimeout(retry)
      return close()
    },
  }
}

/** `name=value,value;name` */
function readTold(text: string): Change['told'] {
  if (!text) return {}
  return Object.fromEntries(
    text
      .split(';')
      .filter(Boolean)
      .map((part) => {
        const [name = '', values = ''] = part.split('=')
        return [name, values.split(',').filter(Boolean)]
      }),
  )
}
