// Every `npm run …` begins here, on whatever Node the machine has: this installs what is missing, then goes
// on with the Node 24 that npm installed (package `node`). It has no dependencies, because there may be none yet.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const isWindows = process.platform === 'win32'
const node = join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')

/**
 * The server collects its garbage before it takes more memory than its work needs, and an export collects its own
 * (docs/decisions/0010-memory-and-plans.md).
 */
const server = ['--max-semi-space-size=16', '--heap-growing-percent=60', '--expose-gc', 'server/built.mjs']

/** Each command: what Node 24 runs, and whether that needs what only developers need. */
const commands = {
  start: { run: server, forDevelopers: false },
  demo: { run: [...server, 'demo'], forDevelopers: false },
  build: { run: ['server/built.mjs', 'build'], forDevelopers: false },
  'audit:verify': { run: ['server/built.mjs', 'verify'], forDevelopers: false },
  backup: { run: ['server/built.mjs', 'backup'], forDevelopers: false },
  restore: { run: ['server/built.mjs', 'restore'], forDevelopers: false },
  'restore:prove': { run: ['server/ground/backup/continuous/prove-command.ts'], forDevelopers: false },
  dev: { run: ['scripts/dev.ts'], forDevelopers: true },
  test: { run: ['scripts/suite/run.ts'], forDevelopers: true },
  'test:exhaustive': { run: ['scripts/suite/exhaustive.ts'], forDevelopers: true },
  check: { run: ['scripts/check.ts'], forDevelopers: true },
  format: { run: ['scripts/format.ts'], forDevelopers: true },
  types: { run: ['scripts/types.ts'], forDevelopers: true },
  lab: { run: ['lab/run.ts'], forDevelopers: true },
  bench: { run: ['lab/run.ts', 'bench'], forDevelopers: true },
  chaos: { run: ['lab/run.ts', 'chaos'], forDevelopers: true },
  simulate: { run: ['lab/run.ts', 'simulate'], forDevelopers: true },
  attack: { run: ['lab/run.ts', 'attack'], forDevelopers: true },
  mutants: { run: ['scripts/mutants/run.ts'], forDevelopers: true },
  rolling: { run: ['scripts/rolling-upgrade.ts'], forDevelopers: true },
  'deploy:try': { run: ['scripts/deploy/try.ts'], forDevelopers: true },
  pictures: { run: ['scripts/pictures.ts'], forDevelopers: true },
}

const [name = 'start', ...words] = process.argv.slice(2)
const command = commands[name]
if (!command) refuse(`There is no command ${name}; choose one of ${Object.keys(commands).join(', ')}.`)
refuseOldNode()
if (!isInstalled(command.forDevelopers)) await install()
if (!existsSync(node)) {
  refuse(
    'npm did not put Node 24 in place, probably because it may not run install scripts; run: npm rebuild node --ignore-scripts=false',
  )
}
process.chdir(root)
// Code is compiled once, and its types are taken out once, for all starts. It lies within our own folder: what others
// could write, they could make us run.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled')
// Of its many threads each would keep memory of its own that another freed: 25 MB after a busy hour.
if (command.run.includes('server/built.mjs')) process.env.MALLOC_ARENA_MAX ??= '2'
await goOn([...command.run, ...words])

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    refuse(
      `Lantern needs Node 20.19 or newer, and this is ${process.versions.node}; install a newer one from https://nodejs.org.`,
    )
  }
}

/** Whether npm's own record of what it installed holds everything of package-lock.json, in its version. */
function isInstalled(forDevelopers) {
  let installed
  try {
    installed = readPackages('node_modules/.package-lock.json')
  } catch {
    return false
  }
  return (
    existsSync(node) &&
    Object.entries(readPackages('package-lock.json')).every(
      ([place, { version, optional, devOptional, dev }]) =>
        place === '' ||
        optional ||
        devOptional ||
        (dev && !forDevelopers) ||
        installed[place]?.version === version,
    )
  )
}

function readPackages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
}

async function install() {
  console.log("Installing Lantern's packages, once (about a minute) …")
  const startedAt = Date.now()
  const sign = setInterval(() => {
    console.log(`… still installing (${Math.round((Date.now() - startedAt) / 1000)} s)`)
  }, 15_000)
  // NODE_ENV=production would leave out what only developers need, and the next test would install again.
  const words = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const code = await ended(
    npm?.endsWith('.js')
      ? spawn(process.execPath, [npm, ...words], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
      : spawn('npm', words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: isWindows }),
  )
  clearInterval(sign)
  if (code !== 0) {
    refuse(
      "npm could not install Lantern's packages; see its message above, check the network, and run this again.",
    )
  }
}

/** Becomes Node 24 where this Node can, else stands by it: hands signals on, and ends as it ends. */
async function goOn(words) {
  if (process.execve && !isWindows) process.execve(node, [node, ...words])
  process.exit(await ended(spawn(node, words, { stdio: 'inherit' })))
}

function ended(child) {
  const handedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', ...(isWindows ? [] : ['SIGUSR2'])]
  for (const signal of handedOn) process.on(signal, () => child.kill(signal))
  // npm hands a signal to its shell alone, and the shell ends without a word to us.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 250).unref()
  return new Promise((resolve) => {
    child.once('error', (error) => refuse(`${child.spawnfile} could not be started (${error.message}).`))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
