// The last step of deploy/make-image: runs what an image holds as a container would, with nothing to write but its data and as
// the image's own account, on a PostgreSQL of this machine. Ends with 1 where it does not do what docs/deploy.md says.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../server/db/embedded.ts'
import { childrenOf } from '../server/testing/child-processes.ts'

const [files = ''] = process.argv.slice(2)
const account = 10_001
const port = 3944
const metricsPort = 3945
const origin = `http://127.0.0.1:${port}`
const home = mkdtempSync(join(tmpdir(), 'lantern-try-'))
// A path that is too long for a socket: PostgreSQL listens on loopback.
const postgres = await startEmbedded(join(home, 'postgresql-'.padEnd(110, 'x')))
const data = join(home, 'data')
mkdirSync(data)
chownSync(data, account, account)
const secret = join(data, 'database-url')
writeFileSync(secret, `${postgres.ownerUrl}\n`)
chownSync(secret, account, account)

// Its files can't be written, and only its own data is put over them.
const container = spawn(
  'unshare',
  [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'bash',
    '-ceu',
    `mount --bind "$1" "$1"
     mount --bind "$2" "$1/var/lib/lantern"
     mount -o remount,ro,bind "$1"
     mount -t proc proc "$1/proc"
     cd "$1"
     mount --rbind /dev "$1/dev"
     exec env -i PATH=/usr/bin \\
       NODE_ENV=production HOST=127.0.0.1 PORT=${port} LANTERN_DATA=/var/lib/lantern LOG_FORMAT=json \\
       DATABASE_URL_FILE=/var/lib/lantern/database-url METRICS_PORT=${metricsPort} LEAVE_SECONDS=2 \\
       /usr/sbin/chroot "$1" setpriv --reuid ${account} --regid ${account} --clear-groups \\
       --no-new-privs --bounding-set=-all --inh-caps=-all \\
       bash -c 'cd /opt/lantern && exec node_modules/node/bin/node launch.mjs start'`,
    '_',
    files,
    data,
  ],
  { stdio: ['ignore', 'pipe', 'pipe'] },
)
let output = ''
for (const stream of [container.stdout, container.stderr]) {
  stream.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
}
const ended = once(container, 'exit')

try {
  const since = performance.now()
  await until('it is ready', async () => (await fetch(`${origin}/readyz`)).status === 200)
  console.log(`Ready after ${((performance.now() - since) / 1000).toFixed(1)} s, on an empty database.`)
  expect('nothing is built at its start', !output.includes('Building'))
  expect('it says so in JSON lines', output.trim().split('\n').every(isJson))
  const page = await (await fetch(`${origin}/sign-in`)).text()
  const script = /src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? ''
  expect('the screens are there', (await fetch(origin + script)).status === 200)
  expect('the API is described', (await fetch(`${origin}/api/docs/swagger-ui.css`)).status === 200)
  const signedUp = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({
      email: 'admin@hospital.test',
      password: 'turn-the-wick-down',
      name: 'Ada Okafor',
      firstName: 'Ada',
      lastName: 'Okafor',
    }),
  })
  expect('the first administrator can sign up', signedUp.status === 200)
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const memory = Number(/^process_resident_memory_bytes (\S+)/m.exec(figures)?.[1]) / 1e6
  console.log(`${memory.toFixed(0)} MB of memory.`)
  // The first process of what runs in there is the server itself.
  for (const pid of childrenOf(container.pid ?? 0)) process.kill(pid, 'SIGTERM')
  await until('it says that it leaves', async () => (await fetch(`${origin}/readyz`)).status === 503)
  expect('it serves on meanwhile', (await fetch(`${origin}/api/site`)).status === 200)
  const [code] = await ended
  expect(`SIGTERM ends it in order (${code})`, code === 0)
} catch (error) {
  console.error(output)
  throw error
} finally {
  container.kill('SIGKILL')
  await postgres.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

function expect(what: string, isSo: boolean) {
  if (!isSo) throw new Error(`Not so: ${what}`)
  console.log(`✓ ${what}`)
}

async function until(what: string, isSo: () => Promise<boolean>) {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(100)) {
    if (await isSo().catch(() => false)) return expect(what, true)
    if (container.exitCode !== null) break
  }
  expect(what, false)
}

function isJson(line: string): boolean {
  return URL.canParse(line) ? false : line.startsWith('{') && typeof JSON.parse(line) === 'object'
}
