// The start of `npm start` and other commands: builds the server, into a few files, and the web app, each if its sources have
// changed. A few files take a third less memory than the thousand that they are made of
// (docs/decisions/0010). This one is plain JavaScript, because the compiler that takes types out would stay there too.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const ofBoth = ['contract/**/*', 'vite.config.ts', 'package-lock.json']
/** Begins the name of a file that says which process runs what lies beside it. */
const usedBy = '.used-by-'
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const web = {
  name: 'web app',
  sources: hashOf(['web/**/*', 'scripts/public-pages.ts', 'scripts/screen-files.ts', ...ofBoth]),
  place: join(dist, 'web'),
  modes: ['app', 'pages'],
}
const ofServer = hashOf(['server/**/*.{ts,json}', ...ofBoth])
const server = {
  name: 'server',
  sources: ofServer,
  // A running server reads some of its files late, so the next build keeps them.
  place: join(dist, `server-${ofServer.slice(0, 12)}`),
  modes: ['server'],
}

// Stopped in the middle, it leaves nothing half made; once it runs, the server has its own way to stop.
const leave = () => process.exit(1)
for (const signal of signals) process.once(signal, leave)

const [command] = process.argv.slice(2)
if (command === 'build') {
  await Promise.all([build(server), build(web)])
} else if (['verify', 'backup', 'restore'].includes(command)) {
  await build(server)
  for (const signal of signals) process.off(signal, leave)
  // The remaining arguments are for the command itself.
  process.argv.splice(2, 1)
  await import(pathToFileURL(join(server.place, `${command}.mjs`)).href)
} else {
  // With the screens served by Vite, none are built.
  const isWebBuilt = process.env.LANTERN_WEB === 'vite' ? Promise.resolve() : build(web)
  isWebBuilt.catch(() => {})
  await build(server)
  for (const signal of signals) process.off(signal, leave)
  keepWhileUsed()
  const { run } = await import(pathToFileURL(join(server.place, 'main.mjs')).href)
  // The database starts while the web app is still built.
  await run(isWebBuilt)
}

/** Builds a part unless it is there already, made from the same sources. */
async function build({ name, sources, place, modes }) {
  const stamp = join(place, '.sources')
  const isMade = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
  if (isMade()) return
  console.log(`Building the ${name} …`)
  const draft = makeDraft()
  const remove = () => rmSync(draft, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    await Promise.all(modes.map((mode) => runVite(draft, mode)))
    writeFileSync(join(draft, '.sources'), sources)
    rmSync(place, { recursive: true, force: true })
    renameSync(draft, place)
    if (place === server.place) removeOldServers()
  } catch (error) {
    // Another start may have been faster with the same sources.
    if (!isMade()) throw error
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** A server reads some of its files late: they stay as long as it runs. */
function keepWhileUsed() {
  const sign = join(server.place, `${usedBy}${process.pid}`)
  try {
    writeFileSync(sign, '')
    process.once('exit', () => rmSync(sign, { force: true }))
  } catch {
    // Without the right to write there, nothing can be built anew, and nothing is removed.
  }
}

/** Keeps the one that was built before, which may be about to run, and all that run. */
function removeOldServers() {
  const builtAt = (name) => statSync(join(dist, name, '.sources')).mtimeMs
  const others = readdirSync(dist)
    .filter((name) => existsSync(join(dist, name, '.sources')) && join(dist, name) !== server.place)
    .filter((name) => name.startsWith('server-') && !isUsed(join(dist, name)))
    .sort((one, other) => builtAt(other) - builtAt(one))
  for (const name of others.slice(1)) rmSync(join(dist, name), { recursive: true, force: true })
}

function isUsed(place) {
  const users = readdirSync(place).filter((name) => name.startsWith(usedBy))
  return users.some((name) => {
    try {
      return process.kill(Number(name.slice(usedBy.length)), 0)
    } catch (error) {
      return error.code === 'EPERM'
    }
  })
}

function hashOf(patterns) {
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function makeDraft() {
  try {
    mkdirSync(dist, { recursive: true })
    const draft = mkdtempSync(join(dist, '.draft-'))
    // Lantern may run as another account than the one that installs it.
    chmodSync(draft, 0o755)
    return draft
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
    console.error(
      `Lantern may not write ${dist}, where it is built; start it once as the account that owns that folder.`,
    )
    process.exit(1)
  }
}

function runVite(outDir, mode) {
  const words = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--mode', mode]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...words, '--outDir', outDir, '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const stop = () => child.kill()
    process.once('exit', stop)
    let complaint = ''
    child.stderr.on('data', (chunk) => {
      complaint += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', stop)
      if (code === 0) resolve()
      else reject(new Error(`Building ${mode} failed.\n${complaint}`))
    })
  })
}
