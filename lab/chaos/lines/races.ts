import { daysAfter } from '../../../contract/days.ts'
import { createClient } from '../../../server/testing/client.ts'
import { type Ground, races } from '../../../server/testing/races/races.ts'
import type { Fault, Finding } from '../finding.ts'

/** The demo has no appointments further ahead than this, in days. */
const firstFreeDay = 60

export const racing: Fault = {
  name: 'races',
  what: 'many clients of two servers race for one bed, queue number, stock batch, MRN, edit and slot of a doctor, round after round: exactly the allowed win, and every loser is told why in a sentence',
  plant: {
    called: 'Lantern without what decides each race',
    statements: races.flatMap(({ plant }) => plant),
  },
  async run(target, hospital, { racers, rounds }) {
    const servers = [await target.start(hospital), await target.start(hospital)]
    const [first] = servers
    const tokens = {
      admin: await first?.token('admin'),
      receptionist: await first?.token('receptionist'),
      inventory_manager: await first?.token('inventory'),
    }
    const [{ doctorId, today } = { doctorId: '', today: '' }] = await hospital.asOwner<{
      doctorId: string
      today: string
    }>(`select id as "doctorId", hospital_today()::text as today from staff where email = 'doctor@demo.test'`)
    const ground: Omit<Ground, 'day'> = {
      as: (role, turn = 0) =>
        createClient(servers[turn % servers.length]?.origin ?? '', () => ({
          authorization: `Bearer ${tokens[role]}`,
        })),
      doctorId,
    }
    const findings: Finding[] = []
    let day = firstFreeDay
    for (const { name, constraint, run } of races) {
      const wrong: string[] = []
      for (let round = 0; round < rounds; round++) {
        wrong.push(...(await run({ ...ground, day: daysAfter(today, day++) }, racers)))
      }
      findings.push({
        said: `${name} (${constraint}): ${racers} clients, ${rounds} rounds, ${wrong.length} faults${wrong[0] ? `: ${wrong[0].slice(0, 120)}` : ''}`,
        holds: wrong.length === 0,
      })
    }
    for (const server of servers) await server.kill()
    return findings
  },
}
