import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { checksOf, run } from './checks.ts'

/** Sources in which there is every fault that `npm run check` is to find, held to Lantern's own rules. */
const careless = mkdtempSync(join(tmpdir(), 'lantern-careless-'))
afterAll(() => rmSync(careless, { recursive: true }))
const root = resolve(import.meta.dirname, '..')
for (const rule of `tsconfig.json contract/tsconfig.json web/tsconfig.json .oxlintrc.json biome.json .gitignore
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
  'server/main.ts': importing('./beds/queries.ts', './db/one.ts', './db/over.ts', './http/over.ts'),
  // Types, on each side by what that side knows.
  'server/beds/free.ts': `export const free: number = 'all of them'\n`,
  'contract/beds.ts': `${importing('../web/ui/button.ts')}export const where = process.env\n`,
  'web/ui/wide.ts': `export const wide: string = innerWidth\n`,
  // Lint.
  'server/beds/any.ts': `var anything: any = 1\nif (anything == 2) anything = 3\nexport { anything }\n`,
  'server/beds/lines.ts': Array.from(
    { length: 401 },
    (_, line) => `export const line${line} = ${line}\n`,
  ).join(''),
  'server/beds/promises.ts': `async function isFree(): Promise<boolean> {
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
  // Format.
  'server/beds/dense.ts': `export const dense={a:1,b:"two"};\n`,
  // Who may import whom.
  'server/beds/queries.ts': importing(
    '../../web/ui/button.ts',
    '../wards/queries.ts',
    '../testing/app.ts',
    './gone.ts',
    './utils.ts',
  ),
  'server/beds/utils.ts': 'export {}\n',
  'server/beds/alone.ts': 'export const nobody = 1\n',
  'server/wards/queries.ts': 'export const unused = 1\n',
  'server/testing/app.ts': 'export {}\n',
  'server/db/one.ts': importing('./two.ts'),
  'server/db/two.ts': importing('./one.ts'),
  'server/db/over.ts': importing('../http/under.ts'),
  'server/http/over.ts': importing('../live/stream.ts'),
  'server/http/under.ts': importing('../db/one.ts'),
  'server/live/stream.ts': 'export {}\n',
  'web/ui/button.ts': importing(
    '../../server/beds/utils.ts',
    '../beds/screen.ts',
    '../session/cover.ts',
    '@tanstack/react-query',
  ),
  'web/beds/screen.ts': importing('../routes/dashboard.ts'),
  'web/routes/dashboard.ts': 'export {}\n',
  'web/session/cover.ts': 'export {}\n',
  // A room that nobody sees over.
  ...Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`server/crowd/bed${at}.ts`, 'export {}\n'])),
}
for (const [path, text] of Object.entries(sources)) {
  mkdirSync(dirname(join(careless, path)), { recursive: true })
  writeFileSync(join(careless, path), text)
}

const found: Record<string, (string | RegExp)[]> = {
  'types of the server': [/server\/beds\/free\.ts.*TS2322/],
  'types of the contract': [/contract\/beds\.ts.*'process'|beds\.ts.*'process'/],
  'types of the web app': [/ui\/wide\.ts.*TS2322/],
  lint: [
    'no-var',
    'no-explicit-any',
    'eqeqeq',
    'max-lines',
    'no-floating-promises',
    'no-misused-promises',
    'switch-exhaustiveness-check',
  ],
  format: ['server/beds/dense.ts'],
  'import rules': rules.forbidden.map(({ name }) => name),
  rooms: ['server/crowd holds 21 files', /server\/db → server\/http is part of a circle/],
  'unused code': [
    'server/beds/alone.ts',
    /unused\s+server\/wards\/queries\.ts|unused.*server\/wards/,
    'kysely',
  ],
}

test('each check has its faults here', () => {
  expect(checksOf(careless).map(({ name }) => name)).toEqual(Object.keys(found))
})

test.each(checksOf(careless))('$name: each fault is found', { timeout: 60_000 }, async (check) => {
  const { isGood, output } = await run(check, careless)
  expect(isGood).toBe(false)
  for (const sign of found[check.name] ?? []) expect(output).toMatch(sign)
})
