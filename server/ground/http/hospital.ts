import { sql } from 'kysely'
import type { HospitalDetails } from '../../../contract/hospital/hospital.ts'
import type { ClockStyle } from '../../../contract/spoken.ts'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'

export interface Hospital extends HospitalDetails {
  name: string
  /** It has given itself one. */
  isNamed: boolean
  /** IANA name, such as Asia/Kolkata. */
  timeZone: string
  currency: string
  /** Part of the codes on its labels. */
  labelMark: string
  /** Idle minutes after which a screen is locked; null: never. */
  idleLockMinutes: number | null
  /** Patients are sent messages, once there is a way to send them. */
  tellsPatients: boolean
  /** Only an invitation lets someone sign up. */
  invitationOnly: boolean
  /** It has clinics that are open. */
  hasClinics: boolean
  hasShifts: boolean
  /** Some doctor keeps hours. */
  hasSchedules: boolean
  booksFromHome: boolean
  /** The identifier systems in use; null where there never was one. */
  identifierFields: number | null
  /** The mark of its logo; null if it has none. */
  logoMark: string | null
}

/** How the hospital is reached and writes what it measures, as the contract names it. */
export const hospitalDetails = [
  'address',
  'phone',
  'email',
  'clock_style as clockStyle',
  'temperature_unit as temperatureUnit',
  'weight_unit as weightUnit',
  'height_unit as heightUnit',
] as const

/** A calendar day of the hospital, yyyy-mm-dd: from midnight to midnight in its time zone. */
export interface HospitalDay {
  day: string
  from: Date
  until: Date
}

/** The time (hh:mm) and the day on the hospital's clock, and how its staff write them. */
export interface WallClock {
  day: string
  time: string
  style: ClockStyle
}

export interface HospitalReader {
  read(): Promise<Hospital>
  /** The hospital's calendar day at `moment`, yyyy-mm-dd. */
  today(moment: Date): Promise<string>
  dayOf(moment: Date): Promise<HospitalDay>
  clockAt(moment: Date): Promise<WallClock>
  /** Drops the cache after a change by this process: the notification would arrive a moment after the response. */
  forget(): void
}

/** The hospital's wall clock at a moment; without one, now. */
export async function wallClock(db: Database, moment?: Date | string): Promise<WallClock> {
  const at = moment ? sql`${moment}::timestamptz at time zone time_zone` : sql`hospital_clock()`
  const { rows } = await sql<WallClock>`
    select shown::date::text as day, to_char(shown, 'HH24:MI') as time, clock_style as style
    from hospital, lateral (select ${at} as shown) of_moment
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('there is no hospital')
  return row
}

/** The logo as a data URL, if it has this mark. */
export function logoOf(db: Database, mark: string): Promise<{ logo: string } | undefined> {
  return db
    .selectFrom('hospital')
    .select('logo')
    .where('logo_mark', '=', mark)
    .where('logo', 'is not', null)
    .$narrowType<{ logo: string }>()
    .executeTakeFirst()
}

const wholeDay = 24 * 3_600_000

/**
 * Caches the hospital's settings until a notification says that they changed, and its current day until that ends.
 * PostgreSQL decides when a day begins, as it does in its own constraints: Node's time zone data may be from another year.
 */
export function hospitalReader(db: Database, changes: Changes): HospitalReader {
  let remembered: Hospital | null = null
  let current: HospitalDay | null = null
  // Counts notifications, so that settings read before a change are not cached after it.
  let changesHeard = 0
  const forget = () => {
    changesHeard++
    remembered = null
    current = null
  }
  changes.onChange(({ noun }) => {
    if (noun === 'hospital') forget()
  })
  changes.onDeaf(forget)
  changes.onGap(forget)

  async function read() {
    if (remembered && changes.listening) return remembered
    const before = changesHeard
    const settings = await db
      .selectFrom('hospital')
      .select([
        'name',
        'is_named as isNamed',
        'time_zone as timeZone',
        'currency',
        'label_mark as labelMark',
        'logo_mark as logoMark',
        'idle_lock_minutes as idleLockMinutes',
        'invitation_only as invitationOnly',
        'books_from_home as booksFromHome',
      ])
      .select(sql<boolean>`reminder_hours is not null or tells_changes`.as('tellsPatients'))
      .select(hospitalDetails)
      .select(sql<boolean>`exists (select from clinic where retired_at is null)`.as('hasClinics'))
      .select(sql<boolean>`exists (select from shift where retired_at is null)`.as('hasShifts'))
      .select(sql<boolean>`exists (select from practice_session where not isempty(valid))`.as('hasSchedules'))
      .select(
        sql<
          number | null
        >`(select case when count(*) > 0 then (count(*) filter (where retired_at is null))::int end
          from identifier_system)`.as('identifierFields'),
      )
      .$castTo<Hospital>()
      .executeTakeFirstOrThrow()
    if (changesHeard === before) remembered = settings
    return settings
  }

  async function dayOf(moment: Date) {
    if (current && changes.listening && current.from <= moment && moment < current.until) return current
    const before = changesHeard
    const { rows } = await sql<Record<keyof HospitalDay, string>>`
      select day::text, day::timestamp at time zone time_zone as "from",
        (day + 1)::timestamp at time zone time_zone as until
      from hospital, lateral (select (${moment}::timestamptz at time zone time_zone)::date as day) of_moment
    `.execute(db)
    const [row] = rows
    if (!row) throw new Error('there is no hospital')
    const day = { day: row.day, from: new Date(row.from), until: new Date(row.until) }
    if (changesHeard === before) current = day
    return day
  }

  /** Only on a day when the clocks change does PostgreSQL have to be asked. */
  async function clockAt(moment: Date): Promise<WallClock> {
    const { day, from, until } = await dayOf(moment)
    if (until.getTime() - from.getTime() !== wholeDay) return wallClock(db, moment)
    const since = new Date(moment.getTime() - from.getTime())
    return { day, time: since.toISOString().slice(11, 16), style: (await read()).clockStyle }
  }
  return { read, dayOf, clockAt, forget, today: async (moment) => (await dayOf(moment)).day }
}
