// `npm run rolling`: the version of before and this one serve one database, one after the other behind a proxy, while people
// work. Says how many calls failed, which must be none. `npm run rolling -- <commit>` names another version of before;
// `-- --planted` takes a column away under both for a moment, which must be found.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readyAddress } from '../bench/processes.ts'
import { client, p99 } from '../chaos/calls.ts'
import { registration } from '../chaos/desk/story.ts'
import { tokenOf } from '../chaos/servers.ts'
import { startEmbedded } from '../server/db/embedded.ts'
import { ofNoHospital } from './environment.ts'

const root = resolve(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'lantern-rolling-'))
/** Milliseconds of each part. */
const span = 6000
const people = 3

const {
  values: { planted: isPlanted },
  positionals: [before = versionOfBefore()],
} = parseArgs({ options: { planted: { type: 'boolean', default: false } }, allowPositionals: true })
const source = join(home, 'before')
git('worktree', 'add', '--detach', source, before)
symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
const database = await startEmbedded(join(home, 'data'))
const started: ChildProcess[] = []
try {
  process.exitCode = (await upgrade()) ? 0 : 1
} finally {
  for (const child of started) child.kill('SIGKILL')
  await database.stop()
  git('worktree', 'remove', '--force', source)
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

async function upgrade(): Promise<boolean> {
  const older = await start(source, ['demo'])
  const proxy = await openProxy()
  proxy.lead(older.origin)
  const work = await openDay(proxy.origin)

  await sleep(span)
  work.part('the version of before alone')
  // Its start migrates the database, under the one that serves.
  const newer = await start(root, [])
  work.part('while the database is migrated')
  proxy.lead(older.origin, newer.origin)
  if (isPlanted) await contractTooSoon()
  await sleep(span)
  work.part('both')
  proxy.lead(newer.origin)
  // Nobody is led there any more, and what was begun has ended: as a proxy does it, or Kubernetes before SIGTERM.
  await sleep(1500)
  older.process.kill('SIGTERM')
  await once(older.process, 'exit')
  await sleep(span)
  work.part('this version alone')
  const { failed } = await work.end()
  await proxy.close()
  newer.process.kill('SIGTERM')
  await once(newer.process, 'exit')
  console.log(failed === 0 ? 'No call failed.' : `${failed} calls failed.`)
  return failed === 0
}

/** What no migration may do: the version of before still reads it. */
async function contractTooSoon() {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('alter table patient rename column address to street')
  await sleep(1000)
  await owner.query('alter table patient rename column street to address')
  await owner.end()
}

function git(...words: string[]): string {
  return execFileSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

/** The last release; as long as there is none, the commit before the last that changed the schema. */
function versionOfBefore(): string {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD~1')
  } catch {
    const changed = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'server/db/migrations')
    return `${changed}~1`
  }
}

async function start(directory: string, words: string[]) {
  console.log(
    `Starting ${directory === root ? 'this version' : git('log', '-1', '--format=%h %s', before)} …`,
  )
  const child = spawn(process.execPath, ['server/main.ts', ...words], {
    cwd: directory,
    env: {
      ...process.env,
      ...ofNoHospital,
      DATABASE_URL: database.ownerUrl,
      LANTERN_DATA: join(home, 'lantern'),
      LANTERN_WEB: 'vite',
      HOST: '127.0.0.1',
      PORT: '0',
      TRUSTED_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  return { process: child, origin: await readyAddress(child, 'The server') }
}

/** A proxy that leads each call to the next of its origins. */
async function openProxy() {
  let origins: string[] = []
  let turn = 0
  const server = createServer((asked, answer) => {
    const origin = origins[turn++ % origins.length] ?? ''
    const { method, headers, url } = asked
    const passed = request(origin + url, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    passed.once('error', () => answer.headersSent || answer.writeHead(502).end())
    answer.once('close', () => passed.destroy())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(...to: string[]) {
      origins = to
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** People who register patients, look for them, read and correct them, and look at the boards. */
async function openDay(origin: string) {
  const token = await tokenOf(origin, 'receptionist')
  const took: number[] = []
  let calls = 0
  let failed = 0
  let isOver = false

  async function work() {
    const { call, close } = client(origin)
    const ask = async (said: Parameters<typeof call>[0], wanted: number) => {
      const outcome = await call({ token, ...said })
      calls++
      took.push(outcome.took)
      if (outcome.status !== wanted) {
        failed++
        console.log(`${said.method ?? 'GET'} ${said.path}: ${outcome.status} ${outcome.body.slice(0, 300)}`)
      }
      return outcome
    }
    while (!isOver) {
      const lastName = `Rolling ${randomUUID()}`
      const made = await ask(
        { method: 'POST', path: '/api/patients', key: randomUUID(), body: registration(lastName) },
        201,
      )
      if (made.status !== 201) continue
      const patient = JSON.parse(made.body) as { id: string; version: number }
      await ask({ path: `/api/patients?search=${encodeURIComponent(lastName)}` }, 200)
      await ask({ path: `/api/patients/${patient.id}` }, 200)
      await ask(
        {
          method: 'PUT',
          path: `/api/patients/${patient.id}`,
          headers: { 'if-match': `"${patient.version}"` },
          key: randomUUID(),
          body: { ...registration(lastName), address: '2 Steady Lane, Riverside' },
        },
        200,
      )
      await ask({ path: '/api/appointments/today' }, 200)
      await ask({ path: '/api/beds' }, 200)
      await ask({ path: '/api/dashboard/summary' }, 200)
    }
    close()
  }
  const working = Array.from({ length: people }, work)
  return {
    part(name: string) {
      const longest = Math.max(...took)
      console.log(
        `${name}: ${calls} calls, p99 ${p99(took).toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${failed} failed`,
      )
      calls = 0
      took.length = 0
    },
    async end() {
      isOver = true
      await Promise.all(working)
      return { failed }
    },
  }
}
