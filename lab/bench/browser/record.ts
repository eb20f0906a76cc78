import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import type { LongRecord } from '../hospitals/hospitals.ts'
import { median } from '../measure.ts'
import { inBrowser } from './screens.ts'

/**
 * The pages of a record to open, and the element that shows that a page is loaded, in a long and in an empty record.
 */
const screens = {
  'a patient’s record': { search: '', shown: 'section:has-text("Recent Vital Signs")' },
  'a timeline': { search: '?tab=timeline', shown: 'section ol li, :text("Nothing recorded yet")' },
} as const
type Screen = keyof typeof screens

/** The most time that the long record may take, as a multiple of the empty one's. */
export const mostOfEmpty = 2

/** Milliseconds. */
export interface Opening {
  long: number
  empty: number
}

/**
 * How long a record of twenty years and an empty one take to load, from the address until everything has arrived. They
 * are opened in turns; the figures are medians of the rounds.
 */
export async function openingTimes(hospital: LongRecord, rounds: number): Promise<Map<Screen, Opening>> {
  return inBrowser(hospital, async (context) => {
    const { email, password } = { email: 'doctor@demo.test', password: 'lantern-demo-2026' }
    await context.request.post('/api/auth/sign-in/email', { data: { email, password } })
    const times = new Map<Screen, Opening>()
    for (const screen of Object.keys(screens) as Screen[]) {
      const spent = { long: [] as number[], empty: [] as number[] }
      // The first round fills caches, and is not counted.
      for (let round = -1; round < rounds; round++) {
        for (const name of round % 2 === 0 ? (['long', 'empty'] as const) : (['empty', 'long'] as const)) {
          const passed = await open(context, hospital.records[name], screen)
          if (round >= 0) spent[name].push(passed)
        }
      }
      times.set(screen, { long: median(spent.long), empty: median(spent.empty) })
    }
    await requireFault(context, hospital, Math.max(...[...times.values()].map(({ empty }) => empty)))
    return times
  })
}

/** Checks that a late record is noticed, because otherwise the other times prove nothing. */
async function requireFault(
  context: BrowserContext,
  { records: { long } }: LongRecord,
  empty: number,
): Promise<void> {
  await context.route(new RegExp(`/api/patients/${long}`), async (route) => {
    await sleep(mostOfEmpty * empty)
    await route.continue()
  })
  const held = await open(context, long, 'a patient’s record')
  if (held <= mostOfEmpty * empty) {
    throw new Error(`A record came late, and that was not found: ${held} ms, an empty one ${empty} ms.`)
  }
}

async function open(context: BrowserContext, id: string, screen: Screen): Promise<number> {
  const { search, shown } = screens[screen]
  const page = await context.newPage()
  const begin = performance.now()
  await page.goto(`/patients/${id}${search}`)
  await page.locator(shown).first().waitFor()
  const passed = performance.now() - begin
  await page.close()
  return passed
}
