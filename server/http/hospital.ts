import { sql } from 'kysely'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'

export interface Hospital {
  name: string
  /** IANA name, such as Asia/Kolkata. */
  timeZone: string
  currency: string
}

/** A calendar day, yyyy-mm-dd, of the hospital: from its midnight to the next. */
export interface HospitalDay {
  day: string
  from: Date
  until: Date
}

export interface HospitalReader {
  read(): Promise<Hospital>
  /** The hospital's calendar day at `moment`, yyyy-mm-dd. */
  today(moment: Date): Promise<string>
  dayOf(moment: Date): Promise<HospitalDay>
}

/**
 * Remembers the hospital's settings until a change of them is told, and its day until that is over. PostgreSQL says when
 * a day begins, here as in the rules that it keeps: Node's own table of time zones is sometimes another year's.
 */
export function hospitalReader(db: Database, changes: Changes): HospitalReader {
  let remembered: Hospital | null = null
  let current: HospitalDay | null = null
  // Counts what was told, so that an answer read before a change is not remembered after it.
  let told = 0
  const forget = () => {
    told++
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
    const before = told
    const settings = await db
      .selectFrom('hospital')
      .select(['name', 'time_zone as timeZone', 'currency'])
      .executeTakeFirstOrThrow()
    if (told === before) remembered = settings
    return settings
  }

  async function dayOf(moment: Date) {
    if (current && changes.listening && current.from <= moment && moment < current.until) return current
    const before = told
    const { rows } = await sql<Record<keyof HospitalDay, string>>`
      select day::text, day::timestamp at time zone time_zone as "from",
        (day + 1)::timestamp at time zone time_zone as until
      from hospital, lateral (select (${moment}::timestamptz at time zone time_zone)::date as day) of_moment
    `.execute(db)
    const [row] = rows
    if (!row) throw new Error('there is no hospital')
    const day = { day: row.day, from: new Date(row.from), until: new Date(row.until) }
    if (told === before) current = day
    return day
  }
  return { read, dayOf, today: async (moment) => (await dayOf(moment)).day }
}
