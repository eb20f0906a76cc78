import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { errorCode, StartRefusal } from './start-refusal.ts'

const root = resolve(import.meta.dirname, '../..')

/** Builds the web app into `directory` unless it is there already, made from the same sources. */
export async function buildWebIfStale(
  directory: string,
  onProgress: (sentence: string) => void,
): Promise<void> {
  const sources = hashSources()
  if (stampOf(directory) === sources) return
  onProgress('Building the web app …')
  const draft = makeDraft(directory)
  try {
    await Promise.all([runVite(draft), runVite(draft, '--mode', 'pages')])
    writeFileSync(join(draft, '.sources'), sources)
    rmSync(directory, { recursive: true, force: true })
    renameSync(draft, directory)
  } catch (error) {
    // Another start may have been faster with the same sources.
    if (stampOf(directory) !== sources) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function stampOf(directory: string): string | null {
  const stamp = join(directory, '.sources')
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null
}

function hashSources(): string {
  const files = globSync(
    ['web/**/*', 'contract/**/*', 'vite.config.ts', 'scripts/public-pages.ts', 'package-lock.json'],
    {
      cwd: root,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function makeDraft(directory: string): string {
  try {
    return mkdtempSync(join(dirname(directory), `.${basename(directory)}-`))
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error))) throw error
    throw new StartRefusal(
      `Lantern may not write ${directory}, where its web app belongs; start it once as the account that owns that folder.`,
    )
  }
}

function runVite(outDir: string, ...words: string[]): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  return new Promise((resolve, reject) => {
    const build = spawn(
      process.execPath,
      [vite, 'build', '--outDir', outDir, '--logLevel', 'warn', ...words],
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const end = () => build.kill()
    process.once('exit', end)
    let complaint = ''
    build.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    build.once('error', reject)
    build.once('close', (code) => {
      process.off('exit', end)
      if (code === 0) resolve()
      else reject(new Error(`Building the web app failed.\n${complaint}`))
    })
  })
}
