import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { holderOf, may } from '../../../contract/permissions.ts'
import { cuttableLink } from '../../../server/testing/trouble/cuttable-link.ts'
import { type Call, client, type Outcome } from '../../../testbed/calls.ts'
import type { Hospital } from '../../../testbed/hospital.ts'
import { registration } from '../../../testbed/registration.ts'
import type { Server } from '../../../testbed/servers.ts'
import type { Fault, Finding } from '../finding.ts'
import type { Target } from '../servers.ts'

/** Milliseconds: the limit is 3 s, plus half a second to allow for a busy machine. */
const longestAnswer = 3500
const longestHealing = 15_000

export const away: Fault = {
  name: 'away',
  what: 'PostgreSQL is gone for 15 s, every connection ended and new ones refused: 503 within 3 s, nothing hangs, all is well within 15 s',
  async run(target, hospital) {
    const link = await cuttableLink(hospital.ownerUrl)
    try {
      return await duringSilence(target, { ...hospital, ownerUrl: link.url }, 15_000, {
        begin: () => link.cut(),
        end: () => link.mend(),
      })
    } finally {
      await link.close()
    }
  },
}

export const pause: Fault = {
  name: 'pause',
  what: 'PostgreSQL stands still for 15 s: the same',
  run: (target, hospital) =>
    duringSilence(target, hospital, 15_000, {
      begin: async () => hospital.signal('SIGSTOP', 'all'),
      end: async () => hospital.signal('SIGCONT', 'all'),
    }),
}

export const packets: Fault = {
  name: 'packets',
  what: 'every packet to and from PostgreSQL is dropped for 30 s: the same',
  impossible() {
    if (process.getuid?.() !== 0) return 'only root may drop packets'
    return iptables('-L').status === 0 ? undefined : 'iptables is not installed'
  },
  run(target, hospital) {
    const rules = ['--dport', '--sport'].map((which) => [
      'INPUT',
      '-i',
      'lo',
      '-p',
      'tcp',
      which,
      String(hospital.port),
      '-j',
      'DROP',
    ])
    const mend = () => rules.forEach((rule) => iptables('-D', ...rule))
    // Removes the rules even if the run is stopped in the middle.
    process.once('exit', mend)
    return duringSilence(target, hospital, 30_000, {
      begin: async () => rules.forEach((rule) => iptables('-I', ...rule)),
      end: async () => mend(),
    })
  },
}

function iptables(...words: string[]) {
  return spawnSync('iptables', words)
}

/** The requests made while the database is silent, and their outcome. */
export async function duringSilence(
  target: Target,
  hospital: Hospital,
  millis: number,
  silence: { begin(): Promise<void>; end(): Promise<void>; meanwhile?(server: Server): Promise<Finding> },
): Promise<Finding> {
  const server = await target.start(hospital)
  // A call that fails without the fault shows nothing.
  const calls: Call[] = []
  for (const call of await everyKindOfCall(hospital, server)) {
    if (!isFailure(await ask(server, call))) calls.push(call)
  }
  const outcomes: (Outcome & { call: Call })[] = []
  const meanwhile = silence.meanwhile?.(server)
  await sleep(meanwhile ? 1000 : 0)
  await silence.begin()
  let healing: number
  try {
    const end = performance.now() + millis
    const probes: Promise<void>[] = []
    while (performance.now() < end) {
      for (const call of calls) {
        probes.push(ask(server, call).then((outcome) => void outcomes.push({ ...outcome, call })))
      }
      await sleep(1000)
    }
    await silence.end()
    const since = performance.now()
    while ((await Promise.all(calls.map((call) => ask(server, call)))).some(isFailure)) {
      if (performance.now() - since > 45_000) break
      await sleep(250)
    }
    healing = performance.now() - since
    await Promise.all(probes)
  } finally {
    await silence.end()
  }
  const also = await meanwhile
  await server.kill()
  const slowest = outcomes.toSorted((one, other) => other.took - one.took)[0] ?? {
    took: 0,
    call: { path: '' },
  }
  const odd = outcomes.filter(({ status }) => typeof status !== 'number' || (status >= 500 && status !== 503))
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  const first = odd[0] ? ` (${odd[0].call.method ?? 'GET'} ${odd[0].call.path}: ${odd[0].status})` : ''
  return {
    said: `${outcomes.length} calls of ${calls.length} kinds, the slowest ${seconds(slowest.took)} (${slowest.call.path}), ${odd.length} without an answer or with a wrong one${first}; healed after ${seconds(healing)}${also ? `; ${also.said}` : ''}`,
    holds:
      slowest.took <= longestAnswer && odd.length === 0 && healing <= longestHealing && also?.holds !== false,
  }
}

function isFailure({ status }: Outcome): boolean {
  return typeof status !== 'number' || status >= 500
}

export async function ask(server: Server, call: Call): Promise<Outcome> {
  const { call: send, close } = client(server.origin)
  const outcome = await send(call)
  close()
  return outcome
}

/**
 * Every list and figure of the contract, a search, a record and each way of writing. Exports of whole lists are left
 * out, because only a few may run at once. `server/testing/trouble/database-away.sweep.test.ts` tests that they answer, too,
 * like all other endpoints.
 */
async function everyKindOfCall(hospital: Hospital, server: Server): Promise<Call[]> {
  const [patient] = await hospital.asOwner<{ id: string }>('select id from patient limit 1')
  const token = await server.token('admin')
  const isPlainRead = ({ kind, path, permission, isWholeList }: Endpoint) =>
    kind === 'read' &&
    !path.includes('{') &&
    !isWholeList &&
    (permission === 'public' || permission === 'signed-in' || may(holderOf('admin'), permission))
  const reads = endpoints.filter(isPlainRead).map(({ path }) => `/api${path}`)
  return [
    ...[...reads, '/api/patients?search=an', `/api/patients/${patient?.id}`].map((path) => ({ path, token })),
    { method: 'POST', path: '/api/patients', token, body: registration('Chaos') },
    {
      method: 'PUT',
      path: `/api/patients/${patient?.id}`,
      token,
      body: registration('Chaos'),
      headers: { 'if-match': '"0"' },
    },
    {
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: { email: 'doctor@demo.test', password: 'lantern-demo-2026' },
    },
  ]
}
