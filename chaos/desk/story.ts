import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { client, type Outcome } from './calls.ts'
import type { Hospital } from './hospital.ts'

/** A patient whom somebody registers, told apart by the last name. */
export interface Registration {
  lastName: string
  isAcknowledged: boolean
}

export function registration(lastName: string) {
  return {
    firstName: 'Chaos',
    lastName,
    dateOfBirth: '1984-02-29',
    gender: 'FEMALE',
    contactNumber: '+1 200 555 0100',
    address: '1 Fault Lane, Riverside',
  }
}

/** Sent again under the same key until it is acknowledged, as a screen does whose reader presses Save again. */
export interface Desk {
  registrations: Registration[]
  /** What was answered other than success and 'not now'. */
  odd: Outcome[]
  stop(): Promise<void>
}

export function openDesk(origin: string, token: () => string, clerks = 16): Desk {
  const registrations: Registration[] = []
  const odd: Outcome[] = []
  let isOver = false
  async function work() {
    const { call, close } = client(origin)
    while (!isOver) {
      const own: Registration = { lastName: `Chaos ${randomUUID()}`, isAcknowledged: false }
      registrations.push(own)
      const key = randomUUID()
      for (const since = performance.now(); !own.isAcknowledged; await sleep(100)) {
        const outcome = await call({
          method: 'POST',
          path: '/api/patients',
          token: token(),
          key,
          body: registration(own.lastName),
        })
        if (outcome.status === 201) own.isAcknowledged = true
        else if (typeof outcome.status === 'number' && ![503, 401].includes(outcome.status)) odd.push(outcome)
        if (isOver && performance.now() - since > 20_000) break
      }
    }
    close()
  }
  const clerksAtWork = Array.from({ length: clerks }, work)
  return {
    registrations,
    odd,
    async stop() {
      isOver = true
      await Promise.all(clerksAtWork)
    },
  }
}

/** What became of registrations, looked at in the database. */
export async function lookAt(hospital: Hospital, registrations: readonly Registration[]) {
  const rows = await hospital.asOwner<{ name: string; times: number; whole: number }>(
    `select patient.last_name as name, count(distinct patient.id)::int as times,
       count(distinct patient.id) filter (where (
         select count(*) from audit_entry where subject_id = patient.id and action = 'registerPatient') = 1)::int as whole
     from patient where last_name = any ($1) group by 1`,
    [registrations.map(({ lastName }) => lastName)],
  )
  const found = new Map(rows.map((row) => [row.name, row]))
  const acknowledged = registrations.filter(({ isAcknowledged }) => isAcknowledged)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ lastName }) => !found.has(lastName)).length,
    doubled: rows.filter(({ times }) => times > 1).length,
    half: rows.filter(({ times, whole }) => whole !== times).length,
  }
}
