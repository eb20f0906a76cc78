import { sql } from 'kysely'
import { type Backups, backupOverdueHours } from '../../../../contract/hospital/backups.ts'
import type { Database } from '../../db/connect.ts'
import type { BackupPlan } from './plan.ts'

/** A backup that a process has begun or is about to begin. */
export interface Begun {
  id: string
  at: Date
}

/** After a failure, the same night's is tried again when so much time has passed. */
const tryAgainAfter = '1 hour'
/** A process of which nothing was heard for so long makes none any more. */
const lostAfter = '2 minutes'

/** Where backups are put, and when: what a server that makes none can tell of those that do. */
export interface BackupPlace {
  directory: string
  hour: number
  keep: number
  isEncrypted: boolean
}

/** A server that makes backups renews its entry more often than this. */
const placeHolds = '5 minutes'

export async function tellPlace(db: Database, plan: BackupPlan): Promise<void> {
  const { directory, hour, keep, isEncrypted } = placeOf(plan)
  await sql`
    insert into backup_place (directory, hour, keep, is_encrypted, heard_at)
    values (${directory}, ${hour}, ${keep}, ${isEncrypted}, now())
    on conflict (only_one) do update set directory = excluded.directory, hour = excluded.hour, keep = excluded.keep,
      is_encrypted = excluded.is_encrypted, heard_at = excluded.heard_at
  `.execute(db)
}

/** The place of this server, or of another one that makes backups now; null if none does. */
export async function backupPlace(db: Database, plan: BackupPlan | null): Promise<BackupPlace | null> {
  if (plan) return placeOf(plan)
  const { rows } = await sql<BackupPlace>`
    select directory, hour, keep, is_encrypted as "isEncrypted" from backup_place
    where heard_at > now() - ${placeHolds}::interval
  `.execute(db)
  return rows[0] ?? null
}

function placeOf({ directory, hour, keep, passphraseFile }: BackupPlan): BackupPlace {
  return { directory, hour, keep, isEncrypted: passphraseFile !== undefined }
}

/** The last moment at which the hospital's clock showed `hour`, and the next one; on a day without it, an hour later. */
const nights = (hour: number, now: Date) => sql`
  select max(at) filter (where at <= ${now}::timestamptz) as last, min(at) filter (where at > ${now}::timestamptz) as next
  from hospital, generate_series(-1, 1) as days,
    lateral (select ((${now}::timestamptz at time zone time_zone)::date + days + make_interval(hours => ${hour}::int))
      at time zone time_zone as at) of_day`

/** Puts the night's backup on record as due, unless there is one since, or one failed lately. */
export async function addDue(db: Database, { hour }: BackupPlan, now: Date): Promise<void> {
  await sql`
    insert into backup (due_at, asked_at)
    select last, ${now} from (${nights(hour, now)}) night
    where not exists (select from backup where failure is null and begun_at >= last)
      and not exists (select from backup where due_at = last and ended_at > ${now}::timestamptz - ${tryAgainAfter}::interval)
    on conflict do nothing
  `.execute(db)
}

/** A backup that is waiting or under way is taken for the one asked for. */
export async function askForBackup(db: Database, staffId: string, now: Date): Promise<void> {
  await sql`
    insert into backup (asked_by, asked_at) values (${staffId}, ${now}) on conflict do nothing
  `.execute(db)
}

/** Takes what is to be made, if no other process has. */
export async function begin(db: Database, now: Date): Promise<Begun | undefined> {
  const { rows } = await sql<{ id: string }>`
    update backup set begun_at = ${now}, heard_at = now() where ended_at is null and begun_at is null returning id
  `.execute(db)
  return rows[0] && { id: rows[0].id, at: now }
}

export async function tellProgress(
  db: Database,
  { id }: Begun,
  { percent, isChecking }: { percent: number; isChecking: boolean },
): Promise<void> {
  await sql`
    update backup set percent = ${percent}, is_checking = ${isChecking}, heard_at = now()
    where id = ${id} and ended_at is null
  `.execute(db)
}

export async function stayHeard(db: Database, { id }: Begun): Promise<void> {
  await sql`update backup set heard_at = now() where id = ${id} and ended_at is null`.execute(db)
}

/** Leaves it to another process, or to the next start. */
export async function leaveToOthers(db: Database, { id }: Begun): Promise<void> {
  await sql`
    update backup set begun_at = null, heard_at = null, percent = 0, is_checking = false
    where id = ${id} and ended_at is null
  `.execute(db)
}

export interface WholeFile {
  directory: string
  file: string
  bytes: number
}

export async function endWhole(db: Database, { id }: Begun, of: WholeFile, now: Date): Promise<void> {
  await sql`
    with ended as (
      update backup set ended_at = ${now}, failure = null, percent = 100, is_checking = false,
        directory = ${of.directory}, file = ${of.file}, bytes = ${of.bytes}
      where id = ${id} returning file, bytes
    )
    insert into audit_entry (at, action, changes, outcome)
    select ${now}, 'takeBackup', jsonb_build_object('file', file, 'bytes', bytes), 'done' from ended
  `.execute(db)
}

export async function endFailed(db: Database, { id }: Begun, says: string, now: Date): Promise<void> {
  await sql`
    with ended as (
      update backup set ended_at = ${now}, failure = ${says}, is_checking = false
      where id = ${id} and ended_at is null returning failure
    )
    insert into audit_entry (at, action, changes, outcome)
    select ${now}, 'takeBackup', jsonb_build_object('failure', failure), 'internal' from ended
  `.execute(db)
}

/** Ends the record of backups whose process or machine has died. */
export async function endLost(db: Database, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from backup where ended_at is null and heard_at < now() - ${lostAfter}::interval
  `.execute(db)
  const says = 'Lantern stopped unexpectedly while the backup was being made, so there is none.'
  for (const { id } of rows) await endFailed(db, { id, at: now }, says, now)
}

/** Those whole ones in the directory beyond the newest that are kept. */
export async function outlived(
  db: Database,
  { directory, keep }: BackupPlan,
): Promise<{ id: string; file: string }[]> {
  const { rows } = await sql<{ id: string; file: string }>`
    select id, file from backup where directory = ${directory} and removed_at is null
    order by begun_at desc offset ${keep}
  `.execute(db)
  return rows
}

export async function tellRemoved(db: Database, id: string, now: Date): Promise<void> {
  await sql`update backup set removed_at = ${now} where id = ${id}`.execute(db)
}

/** Deletes records that are more than a year old and have no file. */
export async function forgetOld(db: Database, now: Date): Promise<void> {
  await sql`
    delete from backup where ended_at < ${now}::timestamptz - interval '1 year'
      and (failure is not null or removed_at is not null)
  `.execute(db)
}

/** How they went so far: the last whole one, and what failed since. */
export interface Went {
  /** When the last whole one was begun; null where there was none yet. */
  lastAt: string | null
  file: string | null
  bytes: number | null
  /** From when on another one is waited for: the last one, or the first account. */
  since: string | null
  failures: number
  failedAt: string | null
  /** Why the last of them did. */
  failure: string | null
}

export async function readWent(db: Database): Promise<Went> {
  const { rows } = await sql<Went>`
    select whole.begun_at as "lastAt", whole.directory || '/' || whole.file as file, whole.bytes::float8 as bytes,
      coalesce(whole.begun_at, (select min(created_at) from staff)) as since,
      coalesce(failed.failures, 0) as failures, failed.ended_at as "failedAt", failed.failure
    from (select) one
      left join (select * from backup where ended_at is not null and failure is null order by begun_at desc limit 1) whole
        on true
      left join lateral (select ended_at, failure, (count(*) over ())::int as failures from backup
        where failure is not null and begun_at > coalesce(whole.begun_at, '-infinity') order by begun_at desc limit 1) failed
        on true
  `.execute(db)
  const [went] = rows
  if (!went) throw new Error('one row is always there')
  return went
}

interface Row {
  nextAt: string
  percent: number | null
  stage: 'waiting' | 'writing' | 'checking' | null
}

/** How the backups are doing, by the plan of this server, or else of those that make them. */
export async function readState(db: Database, plan: BackupPlan | null, now: Date): Promise<Backups> {
  const place = await backupPlace(db, plan)
  const { rows } = await sql<Row>`
    select night.next as "nextAt", running.percent, running.stage
    from (${nights(place?.hour ?? 0, now)}) night
      left join (select percent, case when begun_at is null then 'waiting' when is_checking then 'checking' else 'writing' end
          as stage from backup
        -- Of one that was lost nobody tells where no server makes backups any more.
        where ended_at is null and (begun_at is null or heard_at >= now() - ${lostAfter}::interval)) running on true
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('there is no hospital')
  const { percent, stage } = row
  const { lastAt, file, bytes, since, failedAt, failure } = await readWent(db)
  return {
    plan: place && {
      directory: place.directory,
      nextAt: iso(row.nextAt),
      keeps: place.keep,
      isEncrypted: place.isEncrypted,
    },
    // If this hospital makes no backups, none waits, and a failure is shown for a day only.
    running:
      stage === null || (place === null && stage === 'waiting') ? null : { stage, percent: percent ?? 0 },
    last: lastAt === null || file === null || bytes === null ? null : { at: iso(lastAt), file, bytes },
    failure:
      failedAt === null || failure === null || (place === null && isOld(failedAt, now))
        ? null
        : { at: iso(failedAt), says: failure },
    overdueFrom: place === null || since === null ? null : hoursAfter(since, backupOverdueHours),
  }
}

function isOld(failedAt: string, now: Date): boolean {
  return now.getTime() - new Date(failedAt).getTime() > backupOverdueHours * 3_600_000
}

function hoursAfter(moment: string, hours: number): string {
  return new Date(new Date(moment).getTime() + hours * 3_600_000).toISOString()
}

function iso(moment: string): string {
  return new Date(moment).toISOString()
}
