import { dayText } from '../../server/demo/calendar.ts'
import type { Result } from './checks/checks.ts'
import { averageStay, occupancy, readmitted, visits } from './life/averages.ts'
import type { Spread } from './people/speed.ts'
import type { Simulation } from './simulation.ts'
import type { Size } from './size.ts'

export function sayHow({
  days,
  beds,
  outpatients,
  vitals,
  step,
  atOnce,
  from,
  timeZone,
  seed,
}: Size): string {
  return `${days} days from ${from} (${timeZone}) of a hospital with ${beds} beds and ${outpatients} outpatients a weekday; vital signs ${vitals} times a day; the clock goes on by ${step} minutes; ${atOnce} calls at once; seed ${seed}.`
}

/**
 * Prints what was simulated, whether all checks pass, the disk space and the response times. Returns whether anything
 * failed.
 */
export async function reportOn(
  simulation: Simulation,
  results: readonly Result[],
  took: number,
): Promise<boolean> {
  console.log(`\nLived in ${(took / 60_000).toFixed(1)} minutes.`)
  await sayLife(simulation)
  console.log('\nWhat has to hold:')
  for (const { check, faults, took: millis } of results) {
    console.log(
      `  ${faults.length === 0 ? '✓' : '✗'} ${check.name}: ${check.holds} (${(millis / 1000).toFixed(1)} s)`,
    )
    for (const fault of faults.slice(0, 10)) console.log(`      ${fault}`)
    if (faults.length > 10) console.log(`      … and ${faults.length - 10} more`)
  }
  await sayDisk(simulation)
  saySpeed(simulation)
  const failed = results.filter(({ faults }) => faults.length > 0)
  console.log(
    failed.length === 0
      ? '\nEverything holds.'
      : `\n${failed.map(({ check }) => check.name).join(', ')} failed.`,
  )
  return failed.length > 0
}

/** Prints the simulated averages beside the published ones. */
async function sayLife({ database, life, desk, size, firstDay }: Simulation): Promise<void> {
  const [row] = await database.query<Record<string, number>>(lived, [
    dayText(firstDay),
    dayText(firstDay + size.days - 1),
  ])
  if (!row) return
  const percent = (share: number | null | undefined) => `${((share ?? 0) * 100).toFixed(1)} %`
  const whole = (count: number | undefined) => (count ?? 0).toLocaleString('en')
  const writes = [...desk.written.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `  ${whole(row.patients)} patients, ${whole(row.admissions)} admissions, ${whole(row.booked)} appointments of these days, ${whole(row.vitals)} sets of vital signs, ${whole(row.movements)} movements of stock, ${whole(writes)} writes, ${whole(row.entries)} entries in the trail`,
  )
  console.log(`  beds occupied ${percent(row.occupancy)} (published: ${percent(occupancy)})`)
  console.log(`  average stay ${(row.stay ?? 0).toFixed(1)} days (${averageStay})`)
  console.log(`  admitted again within 30 days ${percent(row.again)} (${percent(readmitted)} of emergencies)`)
  console.log(
    `  did not attend ${percent(row.missed)} (${percent(visits.notAttended)}), cancelled ${percent(row.cancelled)} (${percent(visits.cancelledByPatient + visits.cancelledByHospital / 2)})`,
  )
  console.log(`  told to try again, because the database was busy: ${whole(desk.toldToTryAgain)} times`)
  for (const [what, count] of life.tally) console.log(`  ${what}: ${whole(count)}`)
}

const lived = `
  with visits as (select * from appointment where date between $1 and $2)
  select (select count(*)::int from patient) as patients, (select count(*)::int from admission) as admissions,
    (select count(*)::int from visits) as booked, (select count(*)::int from vital_signs) as vitals,
    (select count(*)::int from stock_movement) as movements, (select count(*)::int from audit_entry) as entries,
    (select (sum(extract(epoch from least(coalesce(ended_at, now()), now()) - started_at))
        / (select sum(extract(epoch from now() - created_at)) from bed))::float8 from stay) as occupancy,
    (select (avg(extract(epoch from discharged_at - admitted_at)) / 86400)::float8 from admission
      where discharged_at is not null) as stay,
    (select (count(*) filter (where exists (select from admission earlier where earlier.patient_id = admission.patient_id
        and earlier.discharged_at <= admission.admitted_at
        and earlier.discharged_at > admission.admitted_at - interval '30 days')))::float8 / nullif(count(*), 0)
      from admission) as again,
    (select (count(*) filter (where cancel_reason = 'DID_NOT_ATTEND'))::float8 / nullif(count(*), 0) from visits) as missed,
    (select (count(*) filter (where cancel_reason not in ('DID_NOT_ATTEND', 'ADMITTED')))::float8 / nullif(count(*), 0) from visits) as cancelled`

interface Relation {
  name: string
  kind: 'table' | 'index'
  bytes: number
  rows: number
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1).padStart(8)

/** The trail's monthly partitions are reported together. */
async function sayDisk({ database, size, directory }: Simulation): Promise<void> {
  await database.query('vacuum (analyze)')
  const relations = await database.query<Relation>(
    `select case when relation.relkind = 'i' then 'index' else 'table' end as kind,
       regexp_replace(case when space.nspname = 'public' then '' else space.nspname || '.' end || relation.relname,
         '_[0-9]{4}_[0-9]{2}', '_<month>') as name,
       sum(case when relation.relkind = 'i' then pg_relation_size(relation.oid) else pg_table_size(relation.oid) end)::float8 as bytes,
       sum(greatest(relation.reltuples, 0))::float8 as rows
     from pg_class relation join pg_namespace space on space.oid = relation.relnamespace
     where space.nspname in ('public', 'audit_month', 'pgboss') and relation.relkind in ('r', 'i') group by 1, 2
     order by bytes desc`,
  )
  const [all] = await database.query<{ bytes: number; wal: number }>(
    `select pg_database_size(current_database())::float8 as bytes,
       (pg_current_wal_lsn() - $1::pg_lsn)::float8 as wal`,
    [database.logBegan],
  )
  const sum = (kind: Relation['kind']) =>
    relations.filter((one) => one.kind === kind).reduce((total, { bytes }) => total + bytes, 0)
  console.log(`\nDisk, in MB, after ${size.days} days (seals are copied to ${directory}/seals.txt):`)
  console.log(`${megabytes(all?.bytes ?? 0)}  the database`)
  console.log(`${megabytes(sum('table'))}  tables`)
  console.log(`${megabytes(sum('index'))}  indexes`)
  console.log(`${megabytes(all?.wal ?? 0)}  written to the log of writes altogether`)
  for (const { name, kind, bytes, rows } of relations.filter(({ bytes }) => bytes >= 2 ** 20 / 2)) {
    console.log(`${megabytes(bytes)}  ${kind} ${name} (${Math.round(rows).toLocaleString('en')} rows)`)
  }
}

/**
 * Compares the last week with the first whole week, which begins on the second day and is no busier, so that the ratio
 * shows what growth costs.
 */
function saySpeed({ desk, size }: Simulation): void {
  const weeks = Math.floor(size.days / 7)
  if (weeks < 2) {
    console.log('\nCalls of all days, in ms:')
    return sayCalls(desk.speed.week(0))
  }
  const [first, last] = [desk.speed.week(1), desk.speed.week(weeks - 1)]
  console.log(`\nCalls of the last week, in ms, and how many times as long as in the second:`)
  sayCalls(last, first)
}

function sayCalls(calls: Map<string, Spread>, before?: Map<string, Spread>): void {
  const times = (now: number, then: number | undefined) =>
    then ? `×${(now / then).toFixed(2)}`.padStart(7) : ' '.repeat(7)
  console.log(
    `${'calls'.padStart(8)}${'p50'.padStart(8)}${'p95'.padStart(8)}${'max'.padStart(9)}    p50    p95`,
  )
  const rows = [...calls].toSorted(([, one], [, other]) => other.p95 - one.p95)
  for (const [name, { calls: count, p50, p95, max }] of rows) {
    const then = before?.get(name)
    console.log(
      `${String(count).padStart(8)}${p50.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)}${max.toFixed(0).padStart(9)}${times(p50, then?.p50)}${times(p95, then?.p95)}  ${name}`,
    )
  }
}
