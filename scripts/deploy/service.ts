import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbedded } from '../../server/ground/db/embedded.ts'
import { freePort } from '../../server/ground/start/ports.ts'
import { firstDay } from './first-day.ts'
import { bootMachine, type Machine } from './machine.ts'
import { type Changes, type Check, changed, untilReady, untilSo } from './servers.ts'

const root = resolve(import.meta.dirname, '../..')
/** The highest exposure allowed, on systemd's own scale from 0 to 100. Its rating OK begins above 20. */
const mostExposed = 20

/**
 * Removes the setting of the database's address, as the unit's comments say. Lantern then uses a PostgreSQL of its own.
 */
const withoutDatabase: Changes = [
  [/^LoadCredential=.*\n/m, ''],
  [/^Environment=DATABASE_URL_FILE.*\n/m, ''],
]

/** Changes to the unit, each with a fault that the checks must find. */
export const plants: Readonly<Record<string, Changes>> = {
  'a word that systemd does not know': [['ProtectSystem=', 'ProtectSytem=']],
  'a system that can be written': [['ProtectSystem=strict', 'ProtectSystem=no']],
  'fewer limits': [[/^(SystemCallFilter|PrivateDevices|Protect\w+|CapabilityBoundingSet)=.*\n/gm, '']],
  'an impatient stop': [['TimeoutStopSec=90', 'TimeoutStopSec=1']],
}

/** Starts Lantern with deploy/lantern.service under a systemd that was booted for this, as docs/deploy.md says. */
export async function tryService(plant?: string): Promise<Check[]> {
  const found: Check[] = []
  // The installed files are built, because the service can't build them.
  execFileSync(process.execPath, ['launch.mjs', 'build'], { cwd: root })
  const place = mkdtempSync(join(tmpdir(), 'lantern-service-'))
  // This path is too long for a socket, so that PostgreSQL listens on loopback.
  const postgres = await startEmbedded(join(place, 'postgresql-'.padEnd(110, 'x')))
  const machine = await bootMachine(place, root)
  try {
    const port = await freePort()
    const day = firstDay(`http://127.0.0.1:${port}`, found)
    const { check } = day
    const put = (file: string, text: string) =>
      machine.run('bash', '-euc', 'mkdir -p -m 700 "${1%/*}"; printf %s "$2" >"$1"', '_', file, text)
    const settings = (more = '') =>
      put('/etc/lantern/lantern.env', `PORT=${port}\nAUDIT_SEALS_FILE=-\n${more}`)
    const install = async (changes: Changes) => {
      const ours = readFileSync(join(root, 'deploy/lantern.service'), 'utf8')
      await put('/etc/systemd/system/lantern.service', changes.reduce(changed, ours))
      await machine.run('systemctl', 'daemon-reload')
    }
    const start = async () => {
      const { code, said } = await machine.run('systemctl', 'start', 'lantern')
      if (code !== 0) throw new Error(`The service does not start: ${said}`)
      await untilReady(`http://127.0.0.1:${port}`, { log: machine.console })
    }
    const stop = async () => {
      await machine.run('systemctl', 'stop', 'lantern')
      const { said } = await machine.run('systemctl', 'show', '--property=Result,ExecMainStatus', 'lantern')
      return said.includes('Result=success') ? Number(/ExecMainStatus=(\d+)/.exec(said)?.[1]) : said.trim()
    }

    await machine.run('useradd', '--system', '--home-dir', '/opt/lantern', 'lantern')
    await put('/etc/lantern/database-url', `${postgres.ownerUrl}\n`)
    await settings()
    await install(plant === undefined ? [] : (plants[plant] ?? []))

    const verified = await machine.run(
      'systemd-analyze',
      'verify',
      '--recursive-errors=no',
      'lantern.service',
    )
    check('systemd understands every line', verified.code === 0 && verified.said === '', verified.said)
    const judged = await machine.run(
      ...(['systemd-analyze', 'security', '--offline=true', '--no-pager'] as const),
      `--threshold=${mostExposed}`,
      '/etc/systemd/system/lantern.service',
    )
    const exposure = /Overall exposure level[^\n]*?: ([\d.]+ \w+)/.exec(judged.said)?.[1]
    check(
      `systemd's own judgement of it: ${exposure}`,
      judged.code === 0,
      `${exposure}, above ${mostExposed / 10}`,
    )

    await start()
    await day.screens()
    await day.signUp()
    check(...(await confinement(machine)))
    await day.stopMeanwhile(stop)
    await start()
    await day.isStillThere('after a restart')
    if (plant !== undefined) return found
    await stop()

    const archive = 'ARCHIVE_DIRECTORY=/srv/archive\n'
    await machine.run('install', '-d', '-o', 'lantern', '/srv/archive')
    await settings(archive)
    await install([...withoutDatabase, ['Restart=on-failure', 'Restart=no']])
    const before = machine.console().length
    await machine.run('systemctl', 'start', '--wait', 'lantern')
    await untilSo(() => machine.console().slice(before).includes('ReadWritePaths='))
    check(
      'an archive that it may not write is refused in a sentence',
      /\/srv\/archive is read-only for Lantern; under systemd name it in ReadWritePaths=/.test(
        machine.console().slice(before),
      ),
      machine.console().slice(before).slice(-500),
    )
    await install([...withoutDatabase, ['#ReadWritePaths=/mnt/archive', 'ReadWritePaths=/srv/archive']])
    await start()
    const own = firstDay(`http://127.0.0.1:${port}`, found)
    await own.signUp()
    await own.stopMeanwhile(stop)
    const kept = await machine.run('ls', '/var/lib/lantern', '/srv/archive')
    check(
      'with a PostgreSQL of its own, and an archive that it may write',
      /postgresql/.test(kept.said),
      kept.said,
    )
    await start()
    await own.isStillThere('after a restart, in its own PostgreSQL')
    await stop()
  } finally {
    await machine.stop()
    await postgres.stop()
    rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return found
}

/** Whether the kernel limits the server's process. */
async function confinement(machine: Machine): Promise<[what: string, isSo: boolean, otherwise: string]> {
  const pid = (await machine.run('systemctl', 'show', '--property=MainPID', '--value', 'lantern')).said.trim()
  const { said: status } = await machine.run('cat', `/proc/${pid}/status`)
  const isHeld = [
    /^Uid:\t(?!0\t)/m,
    /^CapBnd:\t0+$/m,
    /^CapEff:\t0+$/m,
    /^NoNewPrivs:\t1$/m,
    /^Seccomp:\t2$/m,
  ]
  const written: string[] = []
  for (const directory of ['/etc', '/usr', '/var', '/srv', '/opt']) {
    const { code } = await machine.run('nsenter', '--target', pid, '--mount', 'touch', `${directory}/x`)
    if (code === 0) written.push(directory)
  }
  const state = await machine.run('nsenter', '--target', pid, '--mount', 'touch', '/var/lib/lantern/x')
  const loose = isHeld.filter((line) => !line.test(status))
  return [
    'it can write its data alone, has no capability, and can gain none',
    written.length === 0 && loose.length === 0 && state.code === 0,
    `${written.join(' ')} ${loose.join(' ')} ${state.said}`,
  ]
}
