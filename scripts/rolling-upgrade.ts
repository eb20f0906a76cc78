// `npm run rolling`: an older version and this one serve one database, one after the other behind a proxy, while people
// work. It prints how many calls failed; none may fail. `npm run rolling -- <commit>` names another older version.
// `-- --planted` removes a column for a moment while both run, which must be noticed.
import { execFileSync } from 'node:child_process'
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
import { startEmbedded } from '../server/ground/db/embedded.ts'
import { client, p99 } from '../testbed/calls.ts'
import { registration } from '../testbed/registration.ts'
import { type Server, startServer } from '../testbed/servers.ts'
import { tokenOf } from '../testbed/sign-in.ts'

const root = resolve(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'lantern-rolling-'))
/** How long each part lasts, in milliseconds. */
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
const started: Server[] = []
try {
  process.exitCode = (await upgrade()) ? 0 : 1
} finally {
  for (const server of started) await server.kill()
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
  // The start migrates the database while the older version serves.
  const newer = await start(root, [])
  work.part('while the database is migrated')
  proxy.lead(older.origin, newer.origin)
  if (isPlanted) await contractTooSoon()
  await sleep(span)
  work.part('both')
  proxy.lead(newer.origin)
  // The older version gets no new calls, and has finished the earlier ones before it stops, as with a proxy or
  // Kubernetes.
  await sleep(1500)
  await older.stop()
  await sleep(span)
  work.part('this version alone')
  const { failed } = await work.end()
  await proxy.close()
  await newer.stop()
  console.log(failed === 0 ? 'No call failed.' : `${failed} calls failed.`)
  return failed === 0
}

/** Renames a column that the older version still reads, which no migration may do. */
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

/** The last release, or else the commit before the last change of the schema. */
function versionOfBefore(): string {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD~1')
  } catch {
    // Record 82 moved the folder, and a file that was only moved does not count as added.
    const folders = ['server/db/migrations', 'server/ground/db/migrations']
    const changed = git('log', '-1', '--format=%H', '--find-renames', '--diff-filter=A', '--', ...folders)
    return `${changed}~1`
  }
}

async function start(directory: string, words: string[]) {
  console.log(
    `Starting ${directory === root ? 'this version' : git('log', '-1', '--format=%h %s', before)} …`,
  )
  const server = await startServer({
    name: 'The server',
    words: ['server/main.ts', ...words],
    directory,
    env: {
      // The demo refuses to run in production.
      NODE_ENV: '',
      DATABASE_URL: database.ownerUrl,
      LANTERN_DATA: join(home, 'lantern'),
      LANTERN_WEB: 'vite',
      HOST: '127.0.0.1',
      PORT: '0',
      TRUSTED_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
  })
  started.push(server)
  return server
}

/** A proxy that sends calls to its origins in turn. */
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

/** People who register, find, read and correct patients, and look at the boards. */
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
    for (let round = 0; !isOver; round++) {
      // Their session and their account are read anew, and so are all accounts.
      if (round % 10 === 0) {
        const another = await tokenOf(origin, 'admin')
        for (const path of ['/api/me', '/api/staff', '/api/invitations', '/api/notifications'])
          await ask({ path, token: another }, 200)
      }
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
