import { sql } from 'kysely'
import {
  type MailState,
  type Settings,
  type Setup,
  type SetupStep,
  setupSteps,
} from '../../../contract/hospital/settings.ts'
import type { Database } from '../../ground/db/connect.ts'
import { hospitalDetails } from '../../ground/http/hospital.ts'
import type { EditOf } from '../../ground/records/record.ts'

export function settings(db: Database): Promise<Settings> {
  return db
    .selectFrom('hospital')
    .select([
      'name as hospitalName',
      'time_zone as timeZone',
      'currency',
      'cleans_after_discharge as cleansAfterDischarge',
      'audit_retention_months as auditRetentionMonths',
      'waiting_limit_minutes as waitingLimitMinutes',
      'idle_lock_minutes as idleLockMinutes',
      'second_step_of as secondStepOf',
      'second_step_days as secondStepDays',
      'reminder_hours as reminderHours',
      'tells_changes as tellsChanges',
      'messages_name_clinic as messagesNameClinic',
      'invitation_only as invitationOnly',
      'feeds_name_patients as feedsNamePatients',
      'books_from_home as booksFromHome',
      'countersigned_acts as countersignedActs',
      'version',
      'updated_at as updatedAt',
    ])
    .select(hospitalDetails)
    .$castTo<Settings>()
    .executeTakeFirstOrThrow()
}

/** Changes what has a value, if the settings are still at `version`. */
export async function changeSettings(
  db: Database,
  version: number,
  edit: EditOf<Omit<Settings, 'version' | 'updatedAt'>>,
): Promise<boolean> {
  const updated = await db
    .updateTable('hospital')
    .set({
      name: edit.hospitalName,
      time_zone: edit.timeZone,
      currency: edit.currency,
      address: edit.address,
      phone: edit.phone,
      email: edit.email,
      clock_style: edit.clockStyle,
      temperature_unit: edit.temperatureUnit,
      weight_unit: edit.weightUnit,
      height_unit: edit.heightUnit,
      cleans_after_discharge: edit.cleansAfterDischarge,
      audit_retention_months: edit.auditRetentionMonths,
      waiting_limit_minutes: edit.waitingLimitMinutes,
      idle_lock_minutes: edit.idleLockMinutes,
      second_step_of: edit.secondStepOf,
      second_step_days: edit.secondStepDays,
      reminder_hours: edit.reminderHours,
      tells_changes: edit.tellsChanges,
      messages_name_clinic: edit.messagesNameClinic,
      invitation_only: edit.invitationOnly,
      feeds_name_patients: edit.feedsNamePatients,
      books_from_home: edit.booksFromHome,
      countersigned_acts: edit.countersignedActs,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('version', '=', version)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** The zones that are called after places, and UTC. PostgreSQL has other names for them, which people don't use. */
export async function timeZones(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where name = 'UTC'
      or name ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/'
    order by name
  `.execute(db)
  return rows.map(({ name }) => name)
}

interface Begun extends Record<SetupStep, boolean> {
  putOff: string[]
}

/** The steps of setting up that are done, and those that were put off. */
const begun = sql`
  is_named as hospital, exists (select from bed where retired_at is null) as beds,
  (select count(*) from (select from staff where active and role is not null limit 2) working) = 2 as colleagues,
  exists (select from inventory_item where retired_at is null) as stock,
  exists (select from patient where retired_at is null) as patients, setup_put_off as "putOff"`

function stepsOf(row: Begun): Setup['steps'] {
  return setupSteps.map((step) => ({ step, isDone: row[step], isPutOff: row.putOff.includes(step) }))
}

/** How far the hospital has come: whether anybody has an account, and the steps of setting up. */
export async function beginnings(
  db: Database,
): Promise<{ awaitsFirstAccount: boolean; steps: Setup['steps'] }> {
  const { rows } = await sql<Begun & { none: boolean }>`
    select not exists (select from staff) as none, ${begun} from hospital
  `.execute(db)
  const row = theOne(rows)
  return { awaitsFirstAccount: row.none, steps: stepsOf(row) }
}

export async function setup(db: Database): Promise<Setup> {
  const { rows } = await sql<Begun & { awaitingRole: number }>`
    select (select count(*) from staff where active and offered_roles = '{}') as "awaitingRole", ${begun} from hospital
  `.execute(db)
  const row = theOne(rows)
  return { steps: stepsOf(row), awaitingRole: row.awaitingRole }
}

function theOne<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('there is no hospital')
  return row
}

export async function putOff(db: Database, steps: readonly SetupStep[], isPutOff: boolean): Promise<void> {
  const changed = isPutOff
    ? sql<string[]>`array(select unnest(setup_put_off) union select unnest(${steps}::text[]) order by 1)`
    : sql<string[]>`array(select unnest(setup_put_off) except select unnest(${steps}::text[]) order by 1)`
  await db.updateTable('hospital').set({ setup_put_off: changed }).execute()
}

/** @returns the mark of the picture that was, and of the one that is now */
export async function changeLogo(db: Database, picture: string | null) {
  const mark = () => db.selectFrom('hospital').select('logo_mark as logoMark').executeTakeFirstOrThrow()
  const before = await mark()
  await db.updateTable('hospital').set({ logo: picture, updated_at: sql`now()` }).execute()
  return { before, after: await mark() }
}

/** Minutes: within them a mail is tried three times, so that a server that starts anew or is busy troubles nobody. */
const patience = 5

/** The mails that wait. Once a later mail has been accepted, e-mail works, and only these addresses are refused. */
export async function mailState(db: Database, now: Date): Promise<MailState> {
  const { rows } = await sql<MailState>`
    select count(*)::int as waiting, min(asked_at) as since from mail
    where sent_at is null and (staff_id is not null or pending_sign_up_id is not null)
      and asked_at < ${now}::timestamptz - ${patience} * interval '1 minute'
      and not exists (select from mail later where later.asked_at > mail.asked_at and later.sent_at is not null)
  `.execute(db)
  return theOne(rows)
}
