import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { ensureChromium, launchOptions } from '../../scripts/chromium.ts'
import { freePort } from '../../server/start/ports.ts'
import type { Hospital } from '../hospitals/hospitals.ts'
import { median } from '../measure.ts'
import { startLantern } from '../processes.ts'
import { pageAt } from './screens.ts'

/** What Lighthouse judges, and the least that each may have of 100. */
const categories = { performance: 98, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof categories

/** Milliseconds for a page to come to rest: its stream of changes never ends, and would be waited for much longer. */
const longestLoad = 10_000

/** On a phone of Lighthouse's, with a slow processor and connection. */
const leastOnPhone = 95

/** As a visitor, and as an administrator. */
const pages = [
  { path: '/sign-in', isPhone: true },
  ...['/', '/dashboard', '/opd-queue', '/patients', '/beds'].map((path) => ({ path, isPhone: false })),
]

/** Lighthouse's judgement of what a visitor and an administrator open first: medians of the rounds, of 100. */
export async function lighthouseScores(
  hospital: Hospital,
  rounds: number,
): Promise<{ path: string; category: Category; score: number; least: number; findings: string[] }[]> {
  if (!ensureChromium()) throw new Error('There is no Chromium, and it could not be installed.')
  const server = await startLantern(hospital, { withWeb: true })
  const profile = mkdtempSync(join(tmpdir(), 'lantern-lighthouse-'))
  const port = await freePort()
  const options = launchOptions()
  // Lighthouse comes to the browser by a port of its own, and finds the session in its profile.
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
    baseURL: server.origin,
  })
  try {
    const results = []
    for (const { path, isPhone } of pages) {
      // A visitor's page is judged before somebody signs in.
      if (path === '/dashboard') await (await pageAt(context, path, '#content h1')).close()
      const runs = []
      for (let round = 0; round < rounds; round++) {
        runs.push(await judged(`${server.origin}${path}`, port, isPhone))
      }
      for (const category of Object.keys(categories) as Category[]) {
        const score = median(runs.map(({ scores }) => scores[category]))
        const least = isPhone && category === 'performance' ? leastOnPhone : categories[category]
        const findings = runs[0]?.findings[category] ?? []
        results.push({ path: isPhone ? `${path} on a phone` : path, category, score, least, findings })
      }
    }
    return results
  } finally {
    await context.close()
    await server.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function judged(url: string, port: number, isPhone: boolean) {
  const config = isPhone ? undefined : desktopConfig
  const onlyCategories = Object.keys(categories)
  const flags = {
    port,
    disableStorageReset: true,
    maxWaitForLoad: longestLoad,
    logLevel: 'error',
    onlyCategories,
  } as const
  let lhr = (await lighthouse(url, flags, config))?.lhr
  // Now and then Chromium records nothing of a page; Lighthouse then asks to be run again.
  if (lhr?.runtimeError) lhr = (await lighthouse(url, flags, config))?.lhr
  if (!lhr || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message ?? 'no result'}`)
  // Who is asked to sign in was not shown the page.
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}.`)
  const scores = {} as Record<Category, number>
  const findings = {} as Record<Category, string[]>
  for (const category of Object.keys(categories) as Category[]) {
    const { score, auditRefs = [] } = lhr.categories[category] ?? {}
    scores[category] = Math.round((score ?? 0) * 100)
    findings[category] = auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim())
  }
  return { scores, findings }
}
