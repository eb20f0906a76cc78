import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const web = resolve(import.meta.dirname, '../../dist/web')
/** What Vite writes beside the app that it has built: each module that is loaded by itself, and what comes with it. */
const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
)

export interface Screen {
  path: string
  by: 'admin' | 'doctor' | 'receptionist' | null
  /** The element by which it is known to be shown. */
  shown: string
  /** Kilobytes of script, compressed, that are loaded before it is shown. */
  most: number
  /** The same with what is fetched ahead of its need. */
  mostAhead?: number
  /** The modules of web/ that it loads by themselves before it is shown; the browser sweep holds this list to the truth. */
  loads: readonly string[]
}

const shell = ['session/SignedIn.tsx', 'shell/Shell.tsx', 'routes/with-shell.tsx']
const queue = [...shell, 'appointments/queue/OpdQueue.tsx']

export const screens: readonly Screen[] = [
  { path: '/sign-in', by: null, shown: 'input[type="password"]', most: 196, loads: ['session/SignIn.tsx'] },
  {
    path: '/dashboard',
    by: 'admin',
    shown: 'main h1',
    most: 210,
    mostAhead: 330,
    loads: [...shell, 'routes/dashboard/Dashboard.tsx'],
  },
  { path: '/opd-queue', by: 'doctor', shown: 'main table a', most: 230, loads: queue },
  { path: '/opd-queue', by: 'receptionist', shown: 'main table a', most: 230, mostAhead: 362, loads: queue },
  {
    path: '/patients',
    by: 'admin',
    shown: 'main tbody a:not([tabindex])',
    most: 220,
    mostAhead: 338,
    loads: [...shell, 'patients/list/PatientList.tsx'],
  },
  {
    path: '/beds',
    by: 'admin',
    shown: 'main article',
    most: 235,
    mostAhead: 375,
    loads: [...shell, 'admissions/Beds.tsx'],
  },
  {
    path: '/inventory',
    by: 'admin',
    shown: 'main table a',
    most: 232,
    mostAhead: 365,
    loads: [...shell, 'routes/inventory/InventoryScreen.tsx'],
  },
  {
    path: '/patients/a-patient',
    by: 'admin',
    shown: 'main [role="tab"]',
    most: 262,
    mostAhead: 375,
    loads: [...shell, 'routes/patient-record/PatientRecord.tsx'],
  },
]

/** Files of script that are loaded before a screen is shown, and with those that are fetched ahead. */
export const mostFiles = { shown: 30, ahead: 60 }

/** The scripts, as `assets/…`, that a screen loads with these modules: the page's own, and all that they import. */
export function scriptsOf(loads: readonly string[]): string[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8')))
  const files = new Set<string>()
  const left = ['index.html', ...loads]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The web app loads no ${name} by itself.`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    left.push(...chunk.imports)
  }
  return [...files]
}

/** Kilobytes, as they are sent. */
export function weightOf(scripts: readonly string[]): number {
  return scripts.reduce((sum, script) => sum + readFileSync(join(web, `${script}.gz`)).length, 0) / 1000
}
