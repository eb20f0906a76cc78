import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { firstDay } from './first-day.ts'
import { confinement } from './image.ts'
import { exitCodeOf, type Images } from './images.ts'
import { type Changes, type Check, changed, hospitalName, untilReady, untilSo } from './servers.ts'

const root = resolve(import.meta.dirname, '../..')
const network = 'lantern-cluster'

/** Changes to the file, each with a fault that the checks must find. */
export const plants: Readonly<Record<string, Changes>> = {
  'files that can be written': [
    ['readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
    ['runAsUser: 10001', 'runAsUser: 0'],
  ],
  'capabilities that are kept': [['capabilities: { drop: [ALL] }', 'capabilities: { drop: [MKNOD] }']],
  'a probe that nobody answers': [['path: /readyz', 'path: /ready']],
  'figures that nobody reads': [
    ['{ name: METRICS_HOST, value: 0.0.0.0 }', '{ name: METRICS_HOST, value: 127.0.0.1 }'],
  ],
  'an impatient stop': [['terminationGracePeriodSeconds: 60', 'terminationGracePeriodSeconds: 0']],
  'a key of its own': [
    ['value: /run/secrets/lantern/audit-key.pem', 'value: /var/lib/lantern/audit-key.pem'],
  ],
}

/**
 * Changes for podman. It publishes the ports of all pods on the same machine, so there is one pod for each file, on its
 * own loopback address. It fails at a secret that does not state Kubernetes' default for `optional`.
 */
const asPodmanHasIt: Changes = [
  ['replicas: 2', 'replicas: 1'],
  ['secretName: lantern,', 'secretName: lantern, optional: false,'],
]

/** Runs deploy/kubernetes/lantern.yaml in podman: its pod twice, under two names, with one PostgreSQL. */
export async function tryKubernetes(images: Images, plant?: string): Promise<Check[]> {
  const { podman } = images
  const found: Check[] = []
  const place = mkdtempSync(join(tmpdir(), 'lantern-kubernetes-'))
  const file = readFileSync(join(root, 'deploy/kubernetes/lantern.yaml'), 'utf8')
  const mended = plant === undefined ? file : (plants[plant] ?? []).reduce(changed, file)
  const probes = [...mended.matchAll(/(\w+)Probe:(?:\n +#.*)*\n +httpGet: \{ path: (\S+), port: (\w+) \}/g)]
  const ports = Object.fromEntries(
    [...mended.matchAll(/name: (\w+), containerPort: (\d+)/g)].map(([, name, port]) => [name, port]),
  ) as Record<string, string>
  const grace = /terminationGracePeriodSeconds: (\d+)/.exec(mended)?.[1] ?? '30'

  try {
    const subnet = await openNetwork(podman)
    const databaseUrl = await startPostgres(images, place)
    const pods = [subnet.replace(/0\/24$/, '21'), subnet.replace(/0\/24$/, '22')].map((address, at) => ({
      address,
      origin: `http://${address}:${ports.http}`,
      name: ['lantern-first', 'lantern-second'][at] ?? '',
      loopback: `127.0.5.${at + 1}`,
    }))
    const [first, second] = pods as [(typeof pods)[0], (typeof pods)[0]]
    const day = firstDay(first.origin, found)
    const { check } = day
    const inside = `${first.name}-pod-0-lantern`
    const secrets = {
      'database-url': databaseUrl,
      'audit-key.pem': (await images.run('openssl', ['genpkey', '-algorithm', 'ed25519'])).said,
    }
    const secret = join(place, 'secret.yaml')
    writeFileSync(secret, asKubectlMakesIt(secrets))
    const kept = await podman('kube', 'play', secret)
    check('the secret is kept', kept.code === 0, kept.said)
    const play = async ({ name, address, origin, loopback }: (typeof pods)[0]) => {
      const own = join(place, `${name}.yaml`)
      const port = (of: string): Changes[number] => [
        `containerPort: ${of} }`,
        `containerPort: ${of}, hostPort: ${of}, hostIP: ${loopback} }`,
      ]
      const changes: Changes = [
        [/^ {2}name: lantern$/m, `  name: ${name}`],
        [/image: \S+/, 'image: localhost/lantern'],
        [`https://${hospitalName}`, origin],
        ...asPodmanHasIt,
        ...Object.values(ports).map(port),
      ]
      writeFileSync(own, changes.reduce(changed, mended))
      const played = await podman('kube', 'play', '--start=false', '--network', network, '--ip', address, own)
      check(`podman plays ${name}`, played.code === 0, played.said)
      // podman 4.3 leaves the secrets in base64, so they are written again.
      const volume = await podman('volume', 'inspect', '--format', '{{.Mountpoint}}', 'lantern')
      for (const [file, text] of Object.entries(secrets)) writeFileSync(join(volume.said.trim(), file), text)
      await podman('pod', 'start', `${name}-pod-0`)
      const log = async () => (await podman('logs', `${name}-pod-0-lantern`)).said
      await untilReady(origin, { within: 90, log })
    }
    await play(first)
    await play(second)
    for (const [, kind, path, port = ''] of probes) {
      const answer = await fetch(`http://${first.address}:${ports[port]}${path}`).catch(String)
      const said = typeof answer === 'string' ? answer : `${answer.status} ${await answer.text()}`
      check(
        `its ${kind} probe is answered`,
        said.startsWith('200 {"status":'),
        `${path}: ${said.slice(0, 100)}`,
      )
    }
    const figures = await fetch(`http://${first.address}:${ports.metrics}/metrics`).catch(String)
    const text = typeof figures === 'string' ? figures : await figures.text()
    check('what monitors reads its figures', /^lantern_http_requests_total/m.test(text), text.slice(0, 200))
    await day.screens()
    await day.signUp()
    check(...(await confinement(podman, inside)))
    const keys = await Promise.all(
      pods.map(({ name }) =>
        podman('exec', `${name}-pod-0-lantern`, 'sh', '-c', 'sha256sum <"$AUDIT_KEY_FILE"'),
      ),
    )
    const sealing = createHash('sha256').update(secrets['audit-key.pem']).digest('hex')
    check(
      'both seal by the key of the secret',
      keys.every(({ said }) => said.startsWith(sealing)),
      keys.map(({ said }) => said).join(' '),
    )
    const told = (await podman('inspect', inside)).said
    check('no password is in what podman tells of it', !told.includes(new URL(databaseUrl).password))
    if (plant === undefined) {
      const taken = await podman('exec', inside, 'node_modules/node/bin/node', 'launch.mjs', 'backup')
      const seen = await podman('exec', `${second.name}-pod-0-lantern`, 'ls', '/var/backups/lantern')
      check(
        'a backup of one lies where the other has it too',
        taken.code === 0 && /^lantern-\S+Z\.tar\.zst$/m.test(seen.said),
        taken.said + seen.said,
      )
      await podman('stop', '--time', '10', 'lantern-postgresql')
      await untilSo(async () => (await fetch(`${first.origin}/readyz`)).status === 503)
      const statuses = await Promise.all(
        ['/readyz', '/livez'].map(async (path) => (await fetch(first.origin + path)).status),
      )
      check(
        'while the database is away it is alive, and not ready',
        statuses.join() === '503,200',
        statuses.join(),
      )
      await podman('start', 'lantern-postgresql')
      await untilReady(first.origin)
    }
    await day.stopMeanwhile(async () => {
      // `podman pod stop` ends the network first, but a kubelet ends it last.
      await podman('stop', '--time', grace, inside)
      return exitCodeOf(podman, inside)
    })
    await day.isStillThere('by way of the one that is left', second.origin)
  } finally {
    await podman('pod', 'rm', '--force', '--all', '--time', '0')
    await podman('rm', '--force', '--all', '--time', '0', '--volumes')
    await podman('secret', 'rm', 'lantern')
    await podman('volume', 'prune', '--force')
    await podman('network', 'rm', '--force', network)
    rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return found
}

/** Creates the pods' network, and returns its address range. */
async function openNetwork(podman: Images['podman']): Promise<string> {
  const made = await podman('network', 'create', network)
  if (made.code !== 0) throw new Error(`There is no network for pods: ${made.said}`)
  const looked = await podman('network', 'inspect', network)
  const [{ subnets } = { subnets: [] }] = JSON.parse(looked.said) as { subnets: { subnet: string }[] }[]
  return subnets[0]?.subnet ?? ''
}

/** Starts a PostgreSQL outside the pods. */
async function startPostgres(images: Images, place: string): Promise<string> {
  const password = randomBytes(24).toString('hex')
  writeFileSync(join(place, 'password'), password, { mode: 0o444 })
  const how = [
    '--name=lantern-postgresql',
    `--network=${network}`,
    '--env=POSTGRES_PASSWORD_FILE=/run/secrets/password',
    `--volume=${join(place, 'password')}:/run/secrets/password:ro`,
  ]
  const { code, said } = await images.podman('run', '--detach', ...how, await images.postgres())
  if (code !== 0) throw new Error(`podman starts no PostgreSQL: ${said}`)
  const asked = ['exec', 'lantern-postgresql', 'pg_isready', '--host=127.0.0.1']
  await untilSo(async () => (await images.podman(...asked)).code === 0, 60_000)
  return `postgresql://postgres:${password}@lantern-postgresql:5432/postgres`
}

/** A secret like that of `kubectl create secret generic lantern --from-file=…`. */
function asKubectlMakesIt(secrets: Record<string, string>): string {
  const data = Object.entries(secrets).map(
    ([name, text]) => `\n  ${name}: ${Buffer.from(text).toString('base64')}`,
  )
  return `apiVersion: v1\nkind: Secret\nmetadata:\n  name: lantern\ndata:${data.join('')}\n`
}
