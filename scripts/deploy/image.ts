import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbedded } from '../../server/ground/db/embedded.ts'
import { freePort } from '../../server/ground/start/ports.ts'
import { childrenOf } from '../../server/testing/child-processes.ts'
import { firstDay } from './first-day.ts'
import { exitCodeOf, type Images } from './images.ts'
import { type Check, untilReady, untilSo } from './servers.ts'

const command = ['node_modules/node/bin/node', 'launch.mjs']
const backup = '/var/lib/lantern/hospital.tar.zst'

/** The limits in docs/deploy.md: an account of its own, which can write only the data. */
const limits = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']

/** Other ways to run the image, each with a fault that the checks must find. */
export const plants = [
  'files that can be written',
  'a stop that does not wait',
  'data that are thrown away',
] as const
type Plant = (typeof plants)[number]

/** Runs the image with podman, as a hospital with a PostgreSQL elsewhere does. */
export async function tryImage({ podman }: Images, plant?: string): Promise<Check[]> {
  const found: Check[] = []
  const is = (what: Plant) => plant === what
  const place = mkdtempSync(join(tmpdir(), 'lantern-image-'))
  // This path is too long for a socket, so that PostgreSQL listens on loopback.
  const postgres = await startEmbedded(join(place, 'postgresql-'.padEnd(110, 'x')))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const day = firstDay(origin, found)
  const { check } = day
  writeFileSync(join(place, 'database-url'), `${postgres.ownerUrl}\n`, { mode: 0o444 })
  const around = (database = 'database-url', volume = 'data') => [
    '--network=host',
    '--health-interval=disable',
    ...(is('files that can be written') ? ['--user', '0'] : limits),
    `--volume=${volume}:/var/lib/lantern`,
    `--volume=${join(place, database)}:/run/secrets/database-url:ro`,
    ...Object.entries({
      HOST: '127.0.0.1',
      PORT: port,
      DATABASE_URL_FILE: '/run/secrets/database-url',
      LEAVE_SECONDS: 2,
    }).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ]
  const start = async (...how: string[]) => {
    const { code, said } = await podman('run', '--detach', '--name', 'lantern', ...how, 'localhost/lantern')
    if (code !== 0) throw new Error(`podman starts nothing: ${said}`)
    await untilReady(origin, { log: async () => (await podman('logs', 'lantern')).said })
  }
  const health = async () => (await podman('healthcheck', 'run', 'lantern')).code === 0
  const stop = async () => {
    await podman('stop', '--time', is('a stop that does not wait') ? '0' : '60', 'lantern')
    const code = await exitCodeOf(podman, 'lantern')
    await podman('rm', 'lantern')
    return code
  }
  const key = async () =>
    (await podman('exec', 'lantern', 'sha256sum', '/var/lib/lantern/audit-key.pem')).said.trim()

  try {
    if (plant === undefined) {
      const alone = await podman('run', '--rm', '--network', 'host', ...limits, 'localhost/lantern')
      check(
        'without a database it says what it needs, and ends',
        alone.code === 1 && /start Lantern with DATABASE_URL=/.test(alone.said),
        alone.said,
      )
    }
    await start(...around())
    const log = (await podman('logs', 'lantern')).said
    check('nothing is built at its start', !log.includes('Building'), log)
    check('all that it says is JSON lines', log.trim().split('\n').every(isJson), log)
    await day.screens()
    await day.signUp()
    check(...(await confinement(podman, 'lantern')))
    if (plant === undefined) {
      check('its health check says that it is well', await health())
      hold(postgres, 'SIGSTOP')
      await untilSo(async () => !(await health()))
      check('and that it is not, while the database does not answer', !(await health()))
      hold(postgres, 'SIGCONT')
      await untilSo(health)
      check('and that it is well again', await health())
    }
    const first = await key()
    await day.stopMeanwhile(stop)
    await start(...around('database-url', is('data that are thrown away') ? 'others' : 'data'))
    await day.isStillThere('in another container')
    const second = await key()
    check('with the same key of the seals, from its volume', first === second && first.length > 64, second)
    if (plant !== undefined) return found

    const taken = await podman('exec', 'lantern', ...command, 'backup', '--', backup)
    check('a backup is taken inside', taken.code === 0 && taken.said.includes(`${backup} holds`), taken.said)
    const nowhere = await podman('exec', 'lantern', ...command, 'backup')
    check(
      'and one without a place to write is refused in a sentence',
      nowhere.code === 1 &&
        /^Lantern may not .* choose another with BACKUP_DIRECTORY\.$/.test(nowhere.said.trim()),
      nowhere.said,
    )
    await stop()
    await untilSo(async () => (await fetch(origin).catch(() => undefined)) === undefined)
    writeFileSync(join(place, 'restored-url'), `${await emptyDatabase(postgres)}\n`, { mode: 0o444 })
    const restore = [
      'run',
      '--rm',
      ...around('restored-url'),
      'localhost/lantern',
      ...command,
      'restore',
      '--',
    ]
    const restored = await podman(...restore, backup)
    check('and restored inside, into an empty database', restored.code === 0, restored.said)
    await start(...around('restored-url'))
    await day.isStillThere('in what was restored')
    await stop()
  } finally {
    await podman('rm', '--force', '--time', '0', 'lantern')
    await podman('volume', 'rm', '--force', 'data', 'others')
    await postgres.stop()
    rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return found
}

/** The limits of the server's own process in the container. */
export async function confinement(
  podman: Images['podman'],
  container: string,
): Promise<[what: string, isSo: boolean, otherwise: string]> {
  const looked = await podman(
    'exec',
    container,
    'sh',
    '-c',
    `grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs):' /proc/1/status
     for place in / /etc /opt/lantern /opt/lantern/dist /usr /var/lib; do touch $place/x 2>/dev/null && echo wrote $place; done
     touch /var/lib/lantern/x && echo data`,
  )
  return [
    'it can write its data alone, is account 10001, has no capability, and can gain none',
    looked.said.replaceAll(/\s+/g, ' ').trim() ===
      `Uid: 10001 10001 10001 10001 CapEff: ${'0'.repeat(16)} CapBnd: ${'0'.repeat(16)} NoNewPrivs: 1 data`,
    looked.said,
  ]
}

/** Suspends the database, or lets it go on. */
function hold({ cluster }: EmbeddedPostgres, signal: 'SIGSTOP' | 'SIGCONT') {
  const first = Number(readFileSync(join(cluster.path, 'postmaster.pid'), 'utf8').split('\n')[0])
  for (const pid of [...childrenOf(first), first]) process.kill(pid, signal)
}

async function emptyDatabase({ ownerUrl }: EmbeddedPostgres): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('create database restored')
  await owner.end()
  const url = new URL(ownerUrl)
  url.pathname = '/restored'
  return url.href
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
