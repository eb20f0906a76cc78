import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import pg from 'pg'
import type { Hospital } from '../hospitals/hospitals.ts'
import { median } from '../measure.ts'
import { searchKinds } from '../terms.ts'
import { inBrowser, pageAt } from './screens.ts'

/** The longest that a search may take, in milliseconds. */
export const longest = 300

/**
 * Milliseconds from the last key typed into the search of everything (Ctrl K) until the first patient is drawn: for
 * each kind of term the median of up to `rounds` terms. Each term is typed once, so that no answer is cached.
 */
export async function paletteTimes(hospital: Hospital, rounds: number): Promise<Map<string, number>> {
  await readPatients(hospital)
  return inBrowser(hospital, async (context) => {
    const page = await pageAt(context, '/dashboard', '#content h1')
    const times = new Map<string, number>()
    for (const [kind, terms] of Object.entries(searchKinds(hospital))) {
      const passed: number[] = []
      for (const term of [...new Set(terms)].slice(0, rounds)) passed.push(await timeOf(page, kind, term))
      times.set(kind, median(passed))
    }
    await requireFault(page, hospital)
    return times
  })
}

/** Loads the patients into PostgreSQL's memory, where they are in a hospital that is in use. */
async function readPatients({ ownerUrl }: Hospital): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('create extension if not exists pg_prewarm')
  await owner.query(`select pg_prewarm('patient'), pg_prewarm('patient_search')`)
  await owner.end()
}

async function timeOf(page: Page, kind: string, term: string): Promise<number> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search Lantern' }).waitFor()
  // By then, code that loads late is there and the page is idle.
  await page.waitForTimeout(500)
  await page.evaluate(watchScript)
  await page.keyboard.type(term)
  const passed: number = await page.evaluate(
    `window.firstPatient(${JSON.stringify(kind)}, ${JSON.stringify(term)})`,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Search Lantern' }).waitFor({ state: 'detached' })
  return passed
}

/** Checks that late responses are noticed, because otherwise the other times prove nothing. */
async function requireFault(page: Page, { sample }: Hospital): Promise<void> {
  await page.route(/\/api\/.*[?&]search=/, async (route) => {
    await sleep(longest)
    await route.continue()
  })
  const passed = await timeOf(page, 'what is held back', sample.patients.at(-1)?.mrn ?? '')
  if (passed <= longest) throw new Error(`An answer came late, and that was not found: ${passed} ms.`)
}

// A script for the browser. It is text, because this program is compiled without the browser's types.
const watchScript = `{
  let typed = 0
  const note = () => { typed = performance.now() }
  document.addEventListener('keydown', note, { capture: true })
  const isThere = () => document.querySelector('[role="group"][aria-label="Patients"] [role="option"]')
  const drawn = new Promise((resolve) => {
    const look = () => {
      if (isThere()) resolve(performance.now())
      else requestAnimationFrame(look)
    }
    look()
  })
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('nobody was found')), 20_000))
  window.firstPatient = async (kind, term) => {
    try {
      return (await Promise.race([drawn, late])) - typed
    } catch (error) {
      throw new Error(error.message + ' by ' + kind + ': ' + term)
    } finally {
      document.removeEventListener('keydown', note, { capture: true })
    }
  }
  undefined
}`
