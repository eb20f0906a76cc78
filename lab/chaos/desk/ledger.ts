import type { Hospital } from '../../../testbed/hospital.ts'
import type { Kind, Write } from './story.ts'

/** The rows that a kind of write leaves: the mark, and the subject of the audit entry. */
const rows: Record<Kind, string> = {
  registerPatient: 'select last_name as mark, id as subject from patient where last_name = any ($1)',
  bookAppointment: 'select notes as mark, id as subject from appointment where notes = any ($1)',
  changeAppointment: `select notes as mark, appointment.id as subject
    from appointment join appointment_status_change on appointment_id = appointment.id
    where notes = any ($1) and to_status = 'IN_QUEUE'`,
  admitPatient: 'select notes as mark, id as subject from admission where notes = any ($1)',
  transferPatient: 'select reason as mark, admission_id as subject from stay where reason = any ($1)',
  dischargePatient: `select notes as mark, id as subject from admission
    where notes = any ($1) and discharged_at is not null`,
  moveStock: 'select reason as mark, item_id as subject from stock_movement where reason = any ($1)',
}

/** A hospital's invariants; each query finds the records that break one. */
const invariants = {
  'two patients in a bed': `select one.id from stay one join stay other on other.bed_id = one.bed_id and other.id > one.id
    and tstzrange(other.started_at, other.ended_at) && tstzrange(one.started_at, one.ended_at)`,
  'an admission without a bed': `select id from admission where discharged_at is null
    and not exists (select from stay where open_admission_id = admission.id)`,
  'a bed of somebody who left': `select stay.id from stay join admission on admission.id = admission_id
    where ended_at is null and discharged_at is not null`,
  'a batch that is not the sum of its movements': `select id from batch where quantity <>
    (select coalesce(sum(quantity), 0) from stock_movement where batch_id = batch.id)`,
  'an item that is not the sum of its movements': `select id from inventory_item where quantity <>
    (select coalesce(sum(quantity), 0) from stock_movement where item_id = inventory_item.id)`,
  'a day whose queue numbers are not 1 to n': `select date from appointment group by date
    having count(distinct queue_number) <> count(*) or max(queue_number) <> count(*)`,
  'a status that nobody gave': `select appointment.id from appointment where notes like 'Chaos %' and status <>
    coalesce((select to_status from appointment_status_change where appointment_id = appointment.id
      order by id desc limit 1), 'SCHEDULED')`,
}

export interface Ledger {
  acknowledged: number
  /** Writes that were acknowledged, but are not in the database. */
  lost: number
  /** Writes that are in the database more than once. */
  doubled: number
  /** Writes without exactly one audit entry, and records that break an invariant. */
  half: number
  /** Writes that are in the database, although they were never acknowledged. */
  untold: number
  /** The broken invariants, in words. */
  broken: string[]
}

/** The outcome of writes, checked in the database. */
export async function lookAt(
  { asOwner }: Pick<Hospital, 'asOwner'>,
  writes: readonly Write[],
): Promise<Ledger> {
  const ledger: Ledger = { acknowledged: 0, lost: 0, doubled: 0, half: 0, untold: 0, broken: [] }
  for (const [kind, of] of Map.groupBy(writes, (write) => write.kind)) {
    const found = await asOwner<{ mark: string; subject: string }>(rows[kind], [of.map(({ mark }) => mark)])
    const times = Map.groupBy(found, ({ mark }) => mark)
    for (const { mark, isAcknowledged } of of) {
      if (isAcknowledged) ledger.acknowledged++
      if (isAcknowledged && !times.has(mark)) ledger.lost++
      if (!isAcknowledged && times.has(mark)) ledger.untold++
    }
    ledger.doubled += [...times.values()].filter(({ length }) => length > 1).length
    const subjects = Map.groupBy(found, ({ subject }) => subject)
    const entries = await asOwner<{ subject: string; entries: number }>(
      `select subject_id as subject, count(*)::int as entries from audit_entry
       where action = $1 and subject_id = any ($2) group by 1`,
      [kind, [...subjects.keys()]],
    )
    const audited = new Map(entries.map((row) => [row.subject, row.entries]))
    ledger.half += [...subjects].filter(([subject, { length }]) => audited.get(subject) !== length).length
  }
  for (const [what, statement] of Object.entries(invariants)) {
    const { length } = await asOwner(statement)
    if (length > 0) ledger.broken.push(`${length} × ${what}`)
    ledger.half += length
  }
  return ledger
}

/** '1,234 acknowledged: 0 lost, 0 doubled, 0 half done' */
export function told({ acknowledged, lost, doubled, half, broken }: Ledger): string {
  const also = broken.length > 0 ? ` (${broken.join(', ')})` : ''
  return `${acknowledged.toLocaleString('en')} acknowledged: ${lost} lost, ${doubled} doubled, ${half} half done${also}`
}

export function isWhole({ acknowledged, lost, doubled, half }: Ledger): boolean {
  return acknowledged > 0 && lost + doubled + half === 0
}
