import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, client, type Outcome } from './calls.ts'
import type { Fault, Finding } from './finding.ts'
import type { Hospital } from './hospital.ts'
import { registration } from './registrations.ts'
import type { Server, Target } from './servers.ts'

/** Milliseconds: the bound is 3 s; half a second more is for a busy machine. */
const longestAnswer = 3500
const longestHealing = 15_000

export const pause: Fault = {
  name: 'pause',
  what: 'PostgreSQL stands still for 15 s: 503 within 3 s, nothing hangs, all is well within 15 s',
  run: (target, hospital) =>
    duringSilence(target, hospital, 15_000, {
      begin: () => hospital.signal('SIGSTOP', 'all'),
      end: () => hospital.signal('SIGCONT', 'all'),
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
    return duringSilence(target, hospital, 30_000, {
      begin: () => rules.forEach((rule) => iptables('-I', ...rule)),
      end: () => rules.forEach((rule) => iptables('-D', ...rule)),
    })
  },
}

function iptables(...words: string[]) {
  return spawnSync('iptables', words)
}

async function duringSilence(
  target: Target,
  hospital: Hospital,
  millis: number,
  silence: { begin(): void; end(): void },
): Promise<Finding> {
  const server = await target.start(hospital)
  const calls = await everyKindOfCall(hospital, server)
  await Promise.all(calls.map((call) => ask(server, call)))
  const outcomes: Outcome[] = []
  silence.begin()
  let healing: number
  try {
    const end = performance.now() + millis
    const probes: Promise<void>[] = []
    while (performance.now() < end) {
      for (const call of calls) probes.push(ask(server, call).then((outcome) => void outcomes.push(outcome)))
      await sleep(1000)
    }
    silence.end()
    const since = performance.now()
    while ((await Promise.all(calls.map((call) => ask(server, call)))).some(isFailure)) {
      if (performance.now() - since > 45_000) break
      await sleep(250)
    }
    healing = performance.now() - since
    await Promise.all(probes)
  } finally {
    silence.end()
  }
  server.signal('SIGKILL')
  await server.ended
  const slowest = Math.max(...outcomes.map(({ took }) => took))
  const odd = outcomes.filter(({ status }) => typeof status !== 'number' || (status >= 500 && status !== 503))
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  return {
    said: `${outcomes.length} calls, the slowest ${seconds(slowest)}, ${odd.length} without an answer or with a wrong one; healed after ${seconds(healing)}`,
    isBorne: slowest <= longestAnswer && odd.length === 0 && healing <= longestHealing,
  }
}

function isFailure({ status }: Outcome): boolean {
  return typeof status !== 'number' || status >= 500
}

async function ask(server: Server, call: Call): Promise<Outcome> {
  const { call: send, close } = client(server.origin)
  const outcome = await send(call)
  close()
  return outcome
}

async function everyKindOfCall(hospital: Hospital, server: Server): Promise<Call[]> {
  const [patient] = await hospital.asOwner<{ id: string }>('select id from patient limit 1')
  const token = await server.token('admin')
  const keeper = await server.token('inventory')
  const reads = [
    `/api/patients`,
    `/api/patients?search=an`,
    `/api/patients/${patient?.id}`,
    '/api/appointments/today',
    '/api/beds',
    '/api/patients/summary',
  ].map((path) => ({ path, token }))
  return [
    ...reads,
    { path: '/api/inventory', token: keeper },
    { path: '/api/site' },
    { method: 'POST', path: '/api/patients', token, body: registration('Chaos') },
    {
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: { email: 'doctor@demo.test', password: 'lantern-demo-2026' },
    },
  ]
}
