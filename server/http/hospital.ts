import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'

export interface Hospital {
  name: string
  /** IANA name, such as Asia/Kolkata. */
  timeZone: string
  currency: string
}

export interface HospitalReader {
  read(): Promise<Hospital>
  /** The hospital's calendar day at `moment`, yyyy-mm-dd. */
  today(moment: Date): Promise<string>
}

/** Remembers the hospital's settings until a change of them is told. */
export function hospitalReader(db: Database, changes: Changes): HospitalReader {
  let remembered: Hospital | null = null
  // Counts what was told, so that an answer read before a change is not remembered after it.
  let told = 0
  const forget = () => {
    told++
    remembered = null
  }
  changes.onChange((noun) => {
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
  return {
    read,
    async today(moment) {
      return dayIn((await read()).timeZone, moment)
    },
  }
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day, yyyy-mm-dd, that a clock in `timeZone` shows at `moment`. */
export function dayIn(timeZone: string, moment: Date): string {
  let format = dayFormats.get(timeZone)
  if (!format) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    dayFormats.set(timeZone, format)
  }
  return format.format(moment)
}
