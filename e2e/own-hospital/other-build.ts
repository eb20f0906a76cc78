import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Copies the built screens under other file names, as another version would have them. */
export function otherBuild(): { directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'lantern-build-'))
  cpSync(resolve(import.meta.dirname, '../../dist/web'), directory, { recursive: true })
  const assets = join(directory, 'assets')
  for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name))
  const names = new Set(readdirSync(assets))
  const renamed = (name: string) => name.replace(/\.\w+$/, '-next$&')
  const within = (text: string) =>
    text.replace(/[\w.@~-]+\.\w+/g, (name) => (names.has(name) ? renamed(name) : name))
  for (const name of names) {
    const path = join(assets, name)
    if (/\.(js|css)$/.test(name)) writeFileSync(path, within(readFileSync(path, 'utf8')))
    renameSync(path, join(assets, renamed(name)))
  }
  const page = join(directory, 'index.html')
  writeFileSync(page, within(readFileSync(page, 'utf8')))
  writeFileSync(join(directory, '.sources'), 'another version')
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}
