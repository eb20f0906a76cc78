import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const web = resolve(import.meta.dirname, '../../dist/web')
/** Vite's manifest of the built app: the modules that are loaded by themselves, with their imports. */
const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
)

export interface Screen {
  path: string
  by: 'admin' | 'doctor' | 'receptionist' | null
  /** The element that shows that the screen is loaded. */
  shown: string
  /** The most kilobytes of compressed script that may be loaded before the screen is shown. */
  most: number
  /** The limit with the scripts that are fetched ahead. */
  mostAhead?: number
  /** The modules of web/ that the screen imports dynamically before it is shown. The browser sweep checks this list. */
  loads: readonly string[]
}

const shell = ['ground/sign-in/SignedIn.tsx', 'ground/shell/Shell.tsx', 'routes/with-shell.tsx']
const queue = [...shell, 'front-desk/appointments/queue/OpdQueue.tsx']

export const screens: readonly Screen[] = [
  {
    path: '/sign-in',
    by: null,
    shown: 'input[type="password"]',
    most: 196,
    loads: ['ground/sign-in/SignIn.tsx'],
  },
  {
    path: '/dashboard',
    by: 'admin',
    shown: 'main h1',
    most: 210,
    mostAhead: 330,
    loads: [...shell, 'figures/dashboard/Dashboard.tsx'],
  },
  { path: '/opd-queue', by: 'doctor', shown: 'main table a', most: 230, loads: queue },
  { path: '/opd-queue', by: 'receptionist', shown: 'main table a', most: 230, mostAhead: 330, loads: queue },
  {
    path: '/calendar',
    by: 'receptionist',
    shown: '[role="grid"]',
    most: 236,
    mostAhead: 330,
    loads: [...shell, 'front-desk/calendar/CalendarOfDay.tsx'],
  },
  {
    path: '/patients',
    by: 'admin',
    shown: 'main tbody a:not([tabindex])',
    most: 221,
    mostAhead: 330,
    loads: [...shell, 'people/patients/list/PatientList.tsx'],
  },
  {
    path: '/beds',
    by: 'admin',
    shown: 'main article',
    most: 240,
    mostAhead: 330,
    loads: [...shell, 'wards/beds-and-admissions/Beds.tsx'],
  },
  {
    path: '/inventory',
    by: 'admin',
    shown: 'main table a',
    most: 232,
    mostAhead: 330,
    loads: [...shell, 'routes/store/StoreScreen.tsx'],
  },
  {
    path: '/patients/a-patient',
    by: 'admin',
    shown: 'main [role="tab"]',
    most: 260,
    mostAhead: 330,
    loads: [...shell, 'routes/patient-record/PatientRecord.tsx'],
  },
]

/** The most files of script that may be loaded before a screen is shown, and together with those fetched ahead. */
export const mostFiles = { shown: 30, ahead: 60 }

/** The scripts, as `assets/…`, that a screen with these modules loads: the page's own, and all their imports. */
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

/** The compressed size, in kilobytes. */
export function weightOf(scripts: readonly string[]): number {
  return scripts.reduce((sum, script) => sum + readFileSync(join(web, `${script}.gz`)).length, 0) / 1000
}
