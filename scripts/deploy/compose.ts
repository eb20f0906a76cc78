import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../server/ground/start/ports.ts'
import { firstDay } from './first-day.ts'
import { confinement } from './image.ts'
import { exitCodeOf, type Images } from './images.ts'
import { type Changes, type Check, changed, hospitalName, untilReady } from './servers.ts'

const root = resolve(import.meta.dirname, '../..')
const [database, lantern] = ['lantern_database_1', 'lantern_lantern_1']
/** The address range of podman-compose's networks, for docs/deploy.md's range of Docker's. */
const theirs = '10.89.0.0/16'

/** Changes to the file, each with a fault that the checks must find. */
export const plants: Readonly<Record<string, Changes>> = {
  'files that can be written': [[/\n +read_only: true\n +cap_drop: [^\n]*\n +security_opt: [^\n]*/, '']],
  'a port for everybody': [[/"127\.0\.0\.1:(\d+:3000)"/, '"$1"']],
  'data that are thrown away': [['- data:/var/lib/lantern', '- data:/srv']],
  'backups beside the data': [
    ['BACKUP_DIRECTORY: /var/backups/lantern', 'BACKUP_DIRECTORY: /var/lib/lantern'],
  ],
  'a database that reaches the world': [['internal: true', 'internal: false']],
  'a database without its owner': [[/\n[^\n]*make-lantern\.sh:ro/, '']],
}

/** Starts deploy/compose.yaml with the commands of docs/deploy.md, but with podman-compose instead of Docker's. */
export async function tryCompose(images: Images, plant?: string): Promise<Check[]> {
  const { podman } = images
  const found: Check[] = []
  const place = mkdtempSync(join(tmpdir(), 'lantern-compose-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const day = firstDay(origin, found)
  const { check } = day
  const words = documented(origin)
  const shell = (script: string) => images.run('bash', ['-euc', script], { cwd: place })
  // podman-compose ignores the name that the file gives itself.
  const compose = (...asked: string[]) =>
    images.run('podman-compose', ['-p', 'lantern', '-f', join(place, 'deploy/compose.yaml'), ...asked])
  const sql = async (statement: string) => {
    const how = ['--no-align', '--tuples-only', '--username', 'postgres', '--dbname', 'lantern']
    return (await podman('exec', database, 'psql', ...how, '--command', statement)).said.trim()
  }
  const key = async () =>
    (await podman('exec', lantern, 'sha256sum', '/var/lib/lantern/audit-key.pem')).said.trim()
  const ready = async () =>
    untilReady(origin, {
      within: 90,
      async log() {
        const logs = await Promise.all([database, lantern].map((name) => podman('logs', name)))
        return logs.map(({ said }) => said.slice(-700)).join('\n')
      },
    })

  try {
    await images.postgres()
    cpSync(join(root, 'deploy'), join(place, 'deploy'), { recursive: true })
    const ours = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
    const changes: Changes = [
      ['127.0.0.1:3000:3000', `127.0.0.1:${port}:3000`],
      ...(plant === undefined ? [] : (plants[plant] ?? [])),
    ]
    writeFileSync(join(place, 'deploy/compose.yaml'), changes.reduce(changed, ours))
    if (plant === undefined) {
      const unnamed = await compose('up', '-d', '--no-build')
      check(
        'without its address it says what it needs, and starts nothing',
        unnamed.code !== 0 &&
          /say at which address people open Lantern/.test(unnamed.said) &&
          (await podman('ps', '--all', '--quiet')).said.trim() === '',
        unnamed.said,
      )
    }
    const begun = await shell(words)
    check('the words of the documentation start it', begun.code === 0, begun.said.slice(-800))
    if (plant === 'a database without its owner') {
      const answered = await untilReady(origin, { within: 30 }).then(
        () => true,
        () => false,
      )
      check('Lantern has a database of its own', answered)
      return found
    }
    await ready()
    await day.screens()
    await day.signUp()
    check(...(await confinement(podman, lantern)))
    const listed = await podman('ps', '--sort', 'names', '--format', '{{.Names}} {{.Ports}};')
    check(
      'it is reached on this machine alone, and its database from nowhere',
      listed.said.replaceAll(/\s+/g, ' ').trim() === `${database} ; ${lantern} 127.0.0.1:${port}->3000/tcp;`,
      listed.said,
    )
    const routes = (await podman('exec', database, 'cat', '/proc/net/route')).said
    check('the database reaches nothing outside', !/^\S+\t00000000\t/m.test(routes), routes)
    const roles = await sql(
      `select rolname, rolsuper from pg_roles where rolcanlogin and rolname !~ '^lantern_app_' order by 1`,
    )
    check("Lantern's account is no superuser", roles === 'lantern|f\npostgres|t', roles)
    const address = await sql('select distinct ip_address from session')
    check(
      'who comes from this machine comes from where TRUSTED_PROXY believes a proxy',
      address.startsWith(theirs.replace(/0\.0\/16$/, '')),
      address,
    )
    for (const name of [database, lantern]) {
      const { code, said } = await podman('healthcheck', 'run', name)
      check(`${name} says that it is well`, code === 0, said)
    }
    const passwords = ['postgres-password', 'lantern-password'].map((name) =>
      readFileSync(join(place, 'deploy/secrets', name), 'utf8').trim(),
    )
    const told = (await podman('inspect', database, lantern)).said
    check('no password is in what podman tells of them', !passwords.some((one) => told.includes(one)))
    const taken = await shell(typedFor(/```\n(docker compose exec [^\n]+)\n```/, inPodman))
    check(
      'the words for a backup put one into the volume for them',
      taken.code === 0 && /\/var\/backups\/lantern\/lantern-\S+Z\.tar\.zst holds/.test(taken.said),
      taken.said,
    )

    const first = await key()
    await day.stopMeanwhile(async () => {
      await compose('stop', '-t', '60', 'lantern')
      return exitCodeOf(podman, lantern)
    })
    const gone = await compose('down', '-t', '60')
    check('all of it is taken away', gone.code === 0, gone.said.slice(-800))
    const again = await shell(`cd deploy\n${words.split('\n').at(-1)}`)
    check('and started again', again.code === 0, again.said.slice(-800))
    await ready()
    await day.isStillThere('in other containers')
    const second = await key()
    check('with the same key of the seals, from its volume', first === second && first.length > 64, second)
  } finally {
    await compose('down', '-t', '0')
    await podman('rm', '--force', '--all', '--time', '0', '--volumes')
    await podman('volume', 'prune', '--force')
    await podman('network', 'prune', '--force')
    rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return found
}

/** The commands of docs/deploy.md that start it, changed for an address of this machine and for podman. */
function documented(origin: string): string {
  return typedFor(/```\n(cd deploy && [\s\S]+?)\n```/, [
    [`https://${hospitalName}`, origin],
    ['172.16.0.0/12', theirs],
    ['docker compose up -d', 'podman-compose -p lantern up -d --no-build'],
  ])
}

/** Changes a command for podman, and for use without a terminal. */
const inPodman: Changes = [[/^docker compose exec/, 'cd deploy; podman-compose -p lantern exec -T']]

function typedFor(block: RegExp, changes: Changes): string {
  const [, words = ''] = block.exec(readFileSync(join(root, 'docs/deploy.md'), 'utf8')) ?? []
  return changes.reduce(changed, words)
}
