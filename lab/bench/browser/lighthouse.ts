import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { freePort } from '../../../server/ground/start/ports.ts'
import { ensureChromium, launchOptions } from '../../../testbed/chromium.ts'
import type { Hospital } from '../hospitals/hospitals.ts'
import { median } from '../measure.ts'
import { startLantern } from '../processes.ts'
import { pageAt } from './screens.ts'

/** Lighthouse's categories, with the minimum score of each. */
const categories = { performance: 98, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof categories

/**
 * Milliseconds that Lighthouse waits for a page to become idle. Its live stream never ends, so the usual wait is too
 * long.
 */
const longestLoad = 10_000

/** The minimum on the phone that Lighthouse simulates, which has a slow processor and connection. */
const leastOnPhone = 95

/** The pages to measure: one for a visitor, and one for an administrator. */
const pages = [
  { path: '/sign-in', isPhone: true },
  ...['/', '/dashboard', '/opd-queue', '/patients', '/beds'].map((path) => ({ path, isPhone: false })),
]

/** Lighthouse's scores, out of 100, of the first page of a visitor and of an administrator: medians of the rounds. */
export async function lighthouseScores(
  hospital: Hospital,
  rounds: number,
): Promise<{ path: string; category: Category; score: number; least: number; findings: string[] }[]> {
  if (!ensureChromium()) throw new Error('There is no Chromium, and it could not be installed.')
  const server = await startLantern(hospital, { withWeb: true })
  const profile = mkdtempSync(join(tmpdir(), 'lantern-lighthouse-'))
  const port = await freePort()
  const options = launchOptions()
  // Lighthouse connects by a debugging port, and finds the session in the browser's profile.
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
    baseURL: server.origin,
  })
  try {
    const results = []
    for (const { path, isPhone } of pages) {
      // The visitor's page is measured before signing in.
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
    // The phone is a first-time visitor's; the others keep their session.
    disableStorageReset: !isPhone,
    maxWaitForLoad: longestLoad,
    logLevel: 'error',
    onlyCategories,
  } as const
  let lhr = (await lighthouse(url, flags, config))?.lhr
  // Chromium sometimes records nothing of a page; Lighthouse then asks for another run.
  if (lhr?.runtimeError) lhr = (await lighthouse(url, flags, config))?.lhr
  if (!lhr || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message ?? 'no result'}`)
  // A redirect to sign-in means that the page was not measured.
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
