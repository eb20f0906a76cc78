import { expect, vi } from 'vitest'
import { readSite } from '../../contract/site.ts'
import type { TestApp } from './app.ts'

/** A clock that a story sets: the server's, and the one that the database's rules about days ask. */
export interface StoryClock {
  /** For `startApp`. */
  clock: () => Date
  set(app: TestApp, moment: Date): Promise<void>
}

export function storyClock(start: string): StoryClock {
  let now = new Date(start)
  return {
    clock: () => now,
    async set(app, moment) {
      now = moment
      await app.asOwner(`
        create or replace function hospital_now() returns timestamptz language sql stable parallel safe
          return '${moment.toISOString()}'::timestamptz`)
    },
  }
}

/** Moves the hospital to another zone, and waits until the server has heard of it. */
export async function moveHospital(app: TestApp, timeZone: string): Promise<void> {
  await app.asOwner('update hospital set time_zone = $1', [timeZone])
  await vi.waitFor(async () => expect((await app.visitor.call(readSite)).body.timeZone).toBe(timeZone), {
    timeout: 8000,
    interval: 10,
  })
}
