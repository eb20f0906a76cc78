import { sql } from 'kysely'
import { largestBlock } from '../../../contract/people/duplicates/duplicates.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { JobContext } from '../../ground/jobs/job.ts'
import { createMeasure, type Measure, readKnown, seenOf } from './compare.ts'

/** Patients that are compared in one transaction: it lasts about a second. */
const batchSize = 2000
/** Pairs that are measured at a time. */
const pairsAtOnce = 250

/** Compares all patients who are due with those that share something with them (record 99). */
export async function compareDue({ db, signal }: Pick<JobContext, 'db' | 'signal'>): Promise<void> {
  let compared = 0
  for (let measure = createMeasure(); !signal.aborted; ) {
    const { rows: due } = await sql<{ id: string; patientId: string }>`
      select id::text, patient_id as "patientId" from duplicate_due order by duplicate_due.id limit ${batchSize}
    `.execute(db)
    if (due.length === 0) break
    const ids = [...new Set(due.map(({ patientId }) => patientId))]
    // A decision that comes between reading the records and writing the pair makes it fail, and then it is done again.
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await comparePatients(trx, measure, ids)
        await sql`delete from duplicate_due where id = any (${due.map(({ id }) => id)}::bigint[])`.execute(
          trx,
        )
      })
    compared += ids.length
    if (compared % 100_000 < batchSize) measure = createMeasure()
  }
  if (compared > 0) await sql`select pg_notify('lantern', 'duplicate-pair:')`.execute(db)
}

interface FoundPair {
  one: string
  other: string
}

async function comparePatients(trx: Database, measure: Measure, ids: readonly string[]): Promise<void> {
  const pairs = await pairsInBlocks(trx, ids)
  const kept: (FoundPair & { weight: number; band: string; because: unknown; seen: string })[] = []
  for (let at = 0; at < pairs.length; at += pairsAtOnce) {
    const some = pairs.slice(at, at + pairsAtOnce)
    const known = await readKnown(trx, [...new Set(some.flatMap(({ one, other }) => [one, other]))])
    const present = some.flatMap((pair) => {
      const [one, other] = [known.get(pair.one), known.get(pair.other)]
      return one && other ? [{ ...pair, records: [one, other] as const }] : []
    })
    const likenesses = await measure(
      trx,
      present.map(({ records }) => records),
    )
    for (const [place, { one, other, records }] of present.entries()) {
      const likeness = likenesses[place]
      if (!likeness?.band) continue
      const because = likeness.reasons.map(({ weight: _, ...reason }) => reason)
      const weight = Math.round(likeness.weight * 10)
      kept.push({ one, other, weight, band: likeness.band, because, seen: seenOf(...records) })
    }
  }
  await keepPairs(trx, kept)
  await sql`
    delete from duplicate_pair pair
    where verdict is null and (one_id = any (${ids}::uuid[]) or other_id = any (${ids}::uuid[]))
      and not exists (
        select from unnest(${kept.map(({ one }) => one)}::uuid[], ${kept.map(({ other }) => other)}::uuid[]) found (one, other)
        where found.one = one_id and found.other = other_id)
  `.execute(trx)
}

/** A decided pair stays decided while what was compared is the same. */
async function keepPairs(trx: Database, kept: readonly object[]): Promise<void> {
  if (kept.length === 0) return
  const isSame = sql`duplicate_pair.seen = excluded.seen`
  await sql`
    insert into duplicate_pair (one_id, other_id, weight, band, because, seen)
    select one, other, weight, band, because, seen
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      found (one uuid, other uuid, weight integer, band text, because jsonb, seen text)
    order by one, other
    on conflict (one_id, other_id) do update
    set weight = excluded.weight, band = excluded.band, because = excluded.because, seen = excluded.seen,
      found_at = case when ${isSame} then duplicate_pair.found_at else now() end,
      verdict = case when ${isSame} then duplicate_pair.verdict end,
      decided_by = case when ${isSame} then duplicate_pair.decided_by end,
      decided_at = case when ${isSame} then duplicate_pair.decided_at end,
      note = case when ${isSame} then duplicate_pair.note end
    where not (${isSame}) or (duplicate_pair.weight <> excluded.weight and duplicate_pair.verdict is null)
  `.execute(trx)
}

/**
 * The pairs that share a phone, a date of birth and a name, both names, or an identifier. A block of too many patients is
 * skipped and noted; one that became smaller is compared as a whole.
 */
async function pairsInBlocks(trx: Database, ids: readonly string[]): Promise<FoundPair[]> {
  const most = sql.lit(largestBlock)
  const limit = sql.lit(largestBlock + 1)
  const near = (key: string, name: string) =>
    sql`levenshtein_less_equal(${sql.ref(key)}, ${sql.ref(name)}, 2) <= 2`
  const bornThen = sql`retired_at is null and date_of_birth = any (array[due.born, due.swapped])`
  await sql`set local jit = off`.execute(trx)
  const { rows } = await sql<FoundPair>`
    with due as materialized (
      select id, retired_at is null as is_current, first_name_key as first, last_name_key as last, date_of_birth as born,
        case when extract(day from date_of_birth) <= 12 then make_date(extract(year from date_of_birth)::int,
          extract(day from date_of_birth)::int, extract(month from date_of_birth)::int) end as swapped,
        phone_key(contact_number) as phone
      from patient where id = any (${ids}::uuid[])
    ), shared as materialized (
      select 'phone' as kind, due.phone as key, due.id as one, due.is_current, other.id as other
      from due cross join lateral (
        select id from patient where retired_at is null and phone_key(contact_number) = due.phone limit ${limit}
      ) other
      where length(due.phone) >= 6 and due.phone !~ '^(.)\\1*$'
      union all
      select 'birth', due.born || ' ' || due.last, due.id, due.is_current, other.id
      from due cross join lateral (
        select id from patient
        where ${bornThen} and (last_name_key = due.last or first_name_key = due.last) limit ${limit}
      ) other
      union all
      select 'birth', due.born || ' ' || due.first, due.id, due.is_current, other.id
      from due cross join lateral (
        select id from patient
        where ${bornThen} and (first_name_key = due.first or last_name_key = due.first) limit ${limit}
      ) other
      union all
      select 'birth', concat_ws(' ', due.born, due.last, due.first), due.id, due.is_current, other.id
      from due cross join lateral (
        select id from patient
        where ${bornThen} and ${near('first_name_key', 'due.first')} and ${near('last_name_key', 'due.last')} limit ${limit}
      ) other
      union all
      select 'names', due.last || ', ' || due.first, due.id, due.is_current, other.id
      from due cross join lateral (
        select id from (
          select id from patient where retired_at is null and last_name_key = due.last and first_name_key = due.first
          union all
          select id from patient
          where retired_at is null and last_name_key = due.first and first_name_key = due.last and due.first <> due.last
        ) named limit ${limit}
      ) other
      union all
      select 'identifier', mine.system_id || ' ' || mine.value_key, due.id, due.is_current, other.patient_id
      from due join patient_identifier mine on mine.patient_id = due.id and mine.ended_at is null
      cross join lateral (
        select patient_id from patient_identifier
        where value_key = mine.value_key and system_id = mine.system_id and ended_at is null limit ${limit}
      ) other
    ), found as materialized (
      select *, count(*) over (partition by kind, key, one) as size from shared
    ), skipped as (
      insert into duplicate_block (kind, key) select distinct kind, key from found where size > ${most}
      on conflict do nothing
    ), freed as (
      delete from duplicate_block block
      using (select distinct kind, key from found where size <= ${most}) small
      where block.kind = small.kind and block.key = small.key
      returning block.kind, block.key
    ), compared_again as (
      insert into duplicate_due (patient_id)
      select distinct other from found join freed using (kind, key)
    )
    select distinct least(one, other) as one, greatest(one, other) as other
    from found where size <= ${most} and is_current and one <> other
  `.execute(trx)
  return rows
}
