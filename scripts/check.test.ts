import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { checksOf, run } from './checks.ts'

/** A folder of sources with every fault that `npm run check` must find, checked by Lantern's own rules. */
const careless = mkdtempSync(join(tmpdir(), 'lantern-careless-'))
afterAll(() => rmSync(careless, { recursive: true }))
const root = resolve(import.meta.dirname, '..')
for (const rule of `tsconfig.json contract/tsconfig.json web/tsconfig.json lab/tsconfig.json .oxlintrc.json biome.json .gitignore
  .dependency-cruiser.mjs knip.json`.split(/\s+/)) {
  mkdirSync(dirname(join(careless, rule)), { recursive: true })
  copyFileSync(join(root, rule), join(careless, rule))
}
symlinkSync(join(root, 'node_modules'), join(careless, 'node_modules'), 'junction')

const { default: rules } = (await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href)) as {
  default: { forbidden: { name: string }[] }
}

const importing = (...paths: string[]) => paths.map((path) => `import '${path}'\n`).join('')
const sources: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'careless', type: 'module', dependencies: { kysely: '0.29.9' } }),
  'server/main.ts': importing(
    './wards/beds/queries.ts',
    './ground/db/one.ts',
    './ground/db/over.ts',
    './ground/http/over.ts',
    './ground/mail/domain.ts',
  ),
  // Faults in types, on each side: a wrong type, and a name that only the other side knows.
  'server/wards/beds/free.ts': `export const free: number = 'all of them'\n`,
  'server/wards/beds/absent.ts': `export const bed: { notes?: string } = { notes: undefined }\n`,
  'contract/wards/beds.ts': `${importing('../../web/ground/ui/button.ts')}export const where = process.env\n`,
  'lab/bench/floor.ts': `export const floor: number = 'bare'\nvar ceiling: unknown = floor\nexport { ceiling }\n`,
  'web/ground/ui/wide.ts': `export const wide: string = innerWidth\n`,
  'web/ground/ui/absent.ts': `export const bed: { notes?: string } = { notes: undefined }\n`,
  // Lint.
  'server/wards/beds/any.ts': `var anything: any = 1\nif (anything == 2) anything = 3\nexport { anything }\n`,
  'server/wards/beds/lines.ts': Array.from(
    { length: 401 },
    (_, line) => `export const line${line} = ${line}\n`,
  ).join(''),
  'server/wards/beds/promises.ts': `async function isFree(): Promise<boolean> {
  return Promise.resolve(true)
}
export function choose(state: 'free' | 'taken'): string {
  isFree()
  if (isFree()) return 'free'
  switch (state) {
    case 'free':
      return 'free'
  }
  return 'taken'
}
`,
  'web/wards/beds/Row.tsx': `import { useEffect, useRef, useState } from 'react'
export function Row({ bed }: { bed: string }) {
  const [shown, setShown] = useState('')
  const last = useRef(bed)
  last.current = bed
  useEffect(() => setShown(bed), [bed])
  useEffect(() => {
    document.title = 'Beds'
  }, [shown])
  function Name() {
    return <b>{bed}</b>
  }
  if (bed === '') useEffect(() => {})
  return (
    <p>
      <Name /> {Math.random()}
    </p>
  )
}
`,
  'web/wards/beds/Sorted.tsx': `export function Sorted({ beds }: { beds: string[] }) {
  beds[0] = 'A-101'
  return <p>{beds.join()}</p>
}
`,
  // Faults in format.
  'server/wards/beds/dense.ts': `export const dense={a:1,b:"two"};\n`,
  // The import rules.
  'server/wards/beds/queries.ts': importing(
    '../../../web/ground/ui/button.ts',
    '../wards/queries.ts',
    '../../clinical/vitals/queries.ts',
    '../../testing/app.ts',
    './gone.ts',
    './utils.ts',
  ),
  'server/wards/beds/utils.ts': 'export {}\n',
  'server/wards/beds/alone.ts': 'export const nobody = 1\n',
  'server/wards/wards/queries.ts': 'export const unused = 1\n',
  'server/clinical/vitals/queries.ts': importing('../../wards/wards/public.ts'),
  'server/wards/wards/public.ts': 'export {}\n',
  'server/testing/app.ts': 'export {}\n',
  'server/ground/db/one.ts': importing('./two.ts'),
  'server/ground/db/two.ts': importing('./one.ts'),
  'server/ground/db/over.ts': importing('../http/under.ts'),
  'server/ground/http/over.ts': importing('../live/stream.ts'),
  'server/ground/http/under.ts': importing('../db/one.ts'),
  'server/ground/live/stream.ts': 'export {}\n',
  'server/ground/mail/domain.ts': importing('../../wards/wards/public.ts'),
  'web/ground/ui/button.ts': importing(
    '../../../server/wards/beds/utils.ts',
    '../../wards/beds/screen.ts',
    '../sign-in/cover.ts',
    '@tanstack/react-query',
  ),
  'web/wards/beds/screen.ts': importing('../../routes/dashboard.ts'),
  'web/routes/dashboard.ts': 'export {}\n',
  'web/ground/sign-in/cover.ts': 'export {}\n',
  'server/wards/beds/measured.ts': importing('../../../lab/bench/run.ts', '../../../testbed/servers.ts'),
  'lab/bench/run.ts': importing('../../scripts/suite.ts'),
  'testbed/servers.ts': importing('../scripts/suite.ts'),
  'scripts/suite.ts': importing('../lab/bench/run.ts'),
  // A folder with too many files, one with a single file, and one of no domain.
  ...Object.fromEntries(
    Array.from({ length: 31 }, (_, at) => [`server/wards/crowd/bed${at}.ts`, 'export {}\n']),
  ),
  'server/laboratory/samples/noun.ts': 'export {}\n',
}
for (const [path, text] of Object.entries(sources)) {
  mkdirSync(dirname(join(careless, path)), { recursive: true })
  writeFileSync(join(careless, path), text)
}

const found: Record<string, (string | RegExp)[]> = {
  'types of the server': [/server\/wards\/beds\/free\.ts.*TS2322/, /server\/wards\/beds\/absent\.ts.*TS2375/],
  'types of the contract': [/contract\/wards\/beds\.ts.*'process'|beds\.ts.*'process'/],
  'types of the web app': [/ui\/wide\.ts.*TS2322/, /ui\/absent\.ts.*TS2375/],
  'types of the lab': [/bench\/floor\.ts.*TS2322/],
  lint: [
    'no-var',
    'no-explicit-any',
    'eqeqeq',
    'max-lines',
    'no-floating-promises',
    'no-misused-promises',
    'switch-exhaustiveness-check',
    'exhaustive-effect-dependencies',
    'react(immutability)',
    'no-unstable-nested-components',
    'react(purity)',
    'react(refs)',
    'rules-of-hooks',
    'set-state-in-effect',
  ],
  'lint of the lab': [/no-var[^]*lab\/bench\/floor\.ts/],
  format: ['server/wards/beds/dense.ts'],
  'import rules': [
    ...rules.forbidden.map(({ name }) => name),
    // In another domain, and in one's own; and from the ground.
    /noun-reaches-noun-by-its-public-file.*server\/wards\/beds\/queries\.ts → .*server\/clinical\/vitals\/queries\.ts/,
    /noun-reaches-noun-by-its-public-file.*server\/wards\/beds\/queries\.ts → .*server\/wards\/wards\/queries\.ts/,
    /ground-knows-no-noun.*server\/ground\/mail\/domain\.ts → .*server\/wards\/wards\/public\.ts/,
    /lab-stands-apart: scripts\/suite\.ts/,
    /lab-stands-apart: server\/wards\/beds\/measured\.ts/,
  ],
  rooms: [
    'server/wards/crowd holds 31 files',
    'server/laboratory/samples holds a single file',
    'server/laboratory is neither the ground nor a domain',
    /server\/ground\/db → server\/ground\/http is part of a circle/,
    /server\/wards → server\/clinical is part of a circle/,
  ],
  'unused code': [
    'server/wards/beds/alone.ts',
    /unused\s+server\/wards\/wards\/queries\.ts|unused.*server\/wards\/wards/,
    'kysely',
  ],
}

test('each check has its faults here', () => {
  expect(checksOf(careless).map(({ name }) => name)).toEqual(Object.keys(found))
})

test('what has to be compiled of the lab is left to checks of its own', async () => {
  const others = checksOf(careless).filter(({ name }) => /^(types of the server|lint)$/.test(name))
  expect(others).toHaveLength(2)
  for (const check of others) expect((await run(check, careless)).output).not.toContain('bench/floor')
})

test.each(checksOf(careless))('$name: each fault is found', { timeout: 60_000 }, async (check) => {
  const { isGood, output } = await run(check, careless)
  expect(isGood).toBe(false)
  for (const sign of found[check.name] ?? []) expect(output).toMatch(sign)
})
