import type { Hospital } from '../hospitals/hospitals.ts'
import { median } from '../measure.ts'
import { searchKinds } from '../terms.ts'
import { inBrowser, pageAt } from './screens.ts'

/**
 * Milliseconds from the last key of what is typed into the search of everything (Ctrl K) until the first patient whom it
 * found is drawn: for each kind of term the median of so many, each of them typed once, so that nothing is remembered.
 */
export async function paletteTimes(hospital: Hospital, rounds: number): Promise<Map<string, number>> {
  return inBrowser(hospital, async (context) => {
    const page = await pageAt(context, '/dashboard', '#content h1')
    const times = new Map<string, number>()
    for (const [kind, terms] of Object.entries(searchKinds(hospital))) {
      const passed: number[] = []
      for (const term of [...new Set(terms)].slice(0, rounds)) {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search Lantern' }).waitFor()
        // What is loaded late is there, and nothing else is being done.
        await page.waitForTimeout(500)
        await page.evaluate(watchScript)
        await page.keyboard.type(term)
        passed.push(
          await page.evaluate(`window.firstPatient(${JSON.stringify(kind)}, ${JSON.stringify(term)})`),
        )
        await page.keyboard.press('Escape')
        await page.getByRole('combobox', { name: 'Search Lantern' }).waitFor({ state: 'detached' })
      }
      times.set(kind, median(passed))
    }
    return times
  })
}

// What runs in the browser, as text: this side knows no document.
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
