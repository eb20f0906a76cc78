import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../../server/ground/start/root.ts'
import { mostFiles, screens, scriptsOf, weightOf } from './weight.ts'

beforeAll(() => {
  // Builds the web app if it has changed, as the stories' server does.
  const { status, stderr } = spawnSync(process.execPath, ['server/built.mjs', 'build'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}, 180_000)

test.each(screens.map((screen) => ({ ...screen, who: screen.by ?? 'anybody' })))(
  '$path is shown to $who with at most $most kB of script in at most 30 files',
  ({ loads, most }) => {
    const scripts = scriptsOf(loads)
    const weight = weightOf(scripts)
    console.log(`${scripts.length} files, ${weight.toFixed(1)} kB`)
    expect(scripts.length).toBeLessThanOrEqual(mostFiles.shown)
    expect(weight).toBeGreaterThan(100)
    expect(weight).toBeLessThanOrEqual(most)
  },
)

test('a script more is found to be too much', () => {
  const weights = readdirSync(join(root, 'dist/web/assets'))
    .filter((name) => name.endsWith('.js') && !/^(index|react|rules)-/.test(name))
    .map((name) => weightOf([`assets/${name}`]))
  for (const { loads, most } of screens)
    expect(weightOf(scriptsOf(loads)) + Math.max(...weights)).toBeGreaterThan(most)
  expect(() => scriptsOf(['no/such/screen.tsx'])).toThrow('loads no no/such/screen.tsx')
})

test('the start is evaluated file after file, and not all at once', () => {
  const page = readFileSync(join(root, 'dist/web/index.html'), 'utf8')
  const inOrder = [...page.matchAll(/<script type="module"[^>]* src="\/(assets\/[^"]+)"/g)].map(
    ([, file]) => file,
  )
  expect(new Set(inOrder)).toEqual(new Set(scriptsOf([])))
  expect(inOrder.at(-1)).toMatch(/^assets\/index-/)
  expect(Math.max(...inOrder.map((file) => weightOf([file ?? ''])))).toBeLessThan(80)
})
