import { readTimeline } from '../../../contract/clinical/timeline.ts'
import type { Asked, Check } from './check.ts'

/** How many patients are checked, and how many of them are those with the longest records. */
const [sample, fullest] = [40, 10]

/** Every event of a patient as a row of its own, from the tables. */
const events = `
  select 'visit' as event, id::text from appointment where patient_id = $1 and status <> 'SCHEDULED'
  union all select 'admission', id::text from admission where patient_id = $1
  union all select 'discharge', id::text from admission where patient_id = $1 and discharged_at is not null
  union all select 'transfer', stay.id::text from stay join admission on admission.id = admission_id
    where patient_id = $1 and started_at > admitted_at
  union all select 'vitals', id::text from vital_signs where patient_id = $1
  union all select 'note', id::text from visit_note where patient_id = $1
  union all select 'allergy', id::text from allergy where patient_id = $1
  union all select 'problem', id::text from problem where patient_id = $1
  union all select 'prescription', id::text from medication where patient_id = $1
  union all select 'stop', id::text from medication_stop where patient_id = $1`

export const timeline: Check = {
  name: 'timeline',
  holds: 'A timeline holds all that is on record of a patient, each event once.',
  async find(asked) {
    const patients = await asked.query<{ id: string }>(
      `(select patient_id as id from vital_signs group by patient_id order by count(*) desc, 1 limit ${fullest})
       union (select id from patient order by md5(id::text) limit ${sample - fullest})`,
    )
    const faults: string[] = []
    for (const { id } of patients) faults.push(...(await faultsOf(asked, id)))
    return faults
  },
}

async function faultsOf({ query, simulation }: Asked, id: string): Promise<string[]> {
  const doctor = simulation.life.staff.wards.one()
  const shown: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await doctor.get(readTimeline, {
      params: { id },
      query: { limit: 200, ...(cursor && { cursor }) },
    })
    shown.push(...page.items.map(({ event, record }) => `${event} ${record.id}`))
    cursor = page.nextCursor
  }
  const there = (await query<{ event: string; id: string }>(events, [id])).map(
    ({ event, id }) => `${event} ${id}`,
  )
  const missing = there.filter((event) => !shown.includes(event))
  const added = shown.filter((event) => !there.includes(event))
  const twice = shown.length - new Set(shown).size
  if (missing.length + added.length + twice === 0) return []
  return [
    `patient ${id}: ${missing.length} events are missing, ${added.length} are too many, ${twice} are twice: ${[...missing, ...added].slice(0, 2).join(', ')}`,
  ]
}
