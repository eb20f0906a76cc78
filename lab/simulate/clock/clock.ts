import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { minute, type WallClock, wallClock } from '../../../server/demo/calendar.ts'
import type { SimulatedDatabase } from './database.ts'
import type { Gone, ServerOptions } from './server.ts'

/** The hospital's time, which its server and its database share. Between two steps it goes at its normal speed. */
export interface Clock {
  /** When the present step began: milliseconds since 1970. */
  readonly now: number
  readonly wall: WallClock
  /** The wall clock: the day as `dayNumber`, and minutes past midnight. */
  readonly day: number
  readonly minutes: number
  /** The moment when a day begins, even if the clocks change on that day. */
  midnightOf(day: number): number
  readonly origin: string
  /** Failures of the server's jobs and seals. */
  readonly troubles: string[]
  /** Moves the clock forward, and waits until everything that was due by then is done. No call may be in progress. */
  goTo(moment: number): Promise<void>
  stop(): Promise<void>
}

/** Starts the server of a database at a moment. */
export async function startClock(
  database: SimulatedDatabase,
  { directory, start, timeZone }: { directory: string; start: number; timeZone: string },
): Promise<Clock> {
  const wall = wallClock(timeZone)
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = once(server, 'exit')
  const troubles: string[] = []
  let now = start
  const options: ServerOptions = { databaseUrl: database.appUrl, directory, ahead: start - Date.now() }
  const { origin = '' } = await ask(server, options)
  return {
    get now() {
      return now
    },
    wall,
    get day() {
      return wall.dayAt(now)
    },
    get minutes() {
      return wall.minutesAt(now)
    },
    midnightOf: (day) => midnightOf(wall, day),
    origin,
    troubles,
    async goTo(moment) {
      const ahead = moment - Date.now()
      await database.goAhead(ahead)
      troubles.push(...(await ask(server, { ahead })).troubles)
      now = moment
    },
    async stop() {
      if (server.connected) server.disconnect()
      await ended
    },
  }
}

/** The moment of midnight. `momentAt` uses the offset at noon, which can be another one. */
export function midnightOf(wall: WallClock, day: number): number {
  const near = wall.momentAt(day, 0)
  if (wall.dayAt(near) < day) return near + 60 * minute
  return wall.dayAt(near - 60 * minute) === day ? near - 60 * minute : near
}

async function ask(server: ChildProcess, words: object): Promise<Gone> {
  const ending = new AbortController()
  const { signal } = ending
  try {
    const answered = once(server, 'message', { signal }) as Promise<[Gone]>
    const ended = once(server, 'exit', { signal }).then(([code]) => {
      throw new Error(`The server ended with ${String(code)}.`)
    })
    answered.catch(() => {})
    ended.catch(() => {})
    server.send(words)
    return (await Promise.race([answered, ended]))[0]
  } finally {
    ending.abort()
  }
}
