import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { fillDemo } from '../../../server/demo/fill.ts'
import { migrate } from '../../../server/ground/db/migrate.ts'
import { fillBeds } from './beds.ts'
import { makeMeasuredDays, makeQueue, makeToday, withoutTriggers } from './days.ts'
import { benchName, firstBookedDay } from './forms.ts'
import { makeHours, makeHoursToday, makeManyHours } from './hours.ts'
import { asOwner } from './owner.ts'
import type { Postgres } from './postgres.ts'
import { givenRecords } from './records.ts'
import { type Sample, takeSample } from './sample.ts'
import { fillItems, sampleItems } from './store.ts'
import { fillTrail, type TrailSample } from './trail.ts'

/** A hospital to measure on: one database of the bench's own PostgreSQL. */
export interface Hospital {
  size: number
  ownerUrl: string
  sample: Sample
}

/** A hospital whose size is the number of items of its store. */
export interface Store extends Hospital {
  /** Ids of some of its items. */
  items: string[]
}

/** A hospital with a patient with a long record, and one with an empty record. */
export interface LongRecord extends Hospital {
  /** Ids of patients. */
  records: { long: string; empty: string }
}

const visitsADay = 200
const doctors = 24
/** The number of days that two appointments for each patient take. */
const daysFor = (size: number) => Math.round((2 * size) / (visitsADay * 0.82))

export interface Hospitals {
  open(size: number): Promise<Hospital>
  /** A small hospital whose store has `items` items, each with fifty movements. */
  openStore(items: number): Promise<Store>
  /** A small hospital with `beds` beds. */
  openBeds(beds: number): Promise<Hospital>
  /** A hospital of 10,000 patients, with `booked` appointments today. */
  openQueue(booked: number, inHours?: boolean): Promise<Hospital>
  /** A hospital with 50 doctors who keep hours, booked for a month. `drop` deletes it after the measurement. */
  openHours(): Promise<Hospital & { drop(): Promise<void> }>
  /** A small hospital with a record of `years` years. */
  openRecord(years: number): Promise<LongRecord>
  /** A small hospital with a trail of `entries` entries. `drop` deletes it after the measurement. */
  openTrail(entries: number): Promise<Hospital & { trail: TrailSample; drop(): Promise<void> }>
  /** A small hospital into which patients are moved. `drop` deletes it after the measurement. */
  openToMoveIn(): Promise<Hospital & { drop(): Promise<void> }>
  /** Removes the records that this run's measurements made. */
  restore(hospital: Hospital): Promise<void>
}

/** The hospitals in one PostgreSQL. Filled hospitals are kept for the next run. */
export function hospitalsIn(postgres: Postgres, say: (sentence: string) => void): Hospitals {
  /** Creates a database of this name unless there is one, migrates it, and returns its address. */
  async function database(name: string): Promise<string> {
    const url = new URL(postgres.ownerUrl)
    await asOwner(url.href, async (client) => {
      const there = await client.query('select from pg_database where datname = $1', [name])
      if (there.rowCount === 0) await client.query(`create database ${name}`)
    })
    url.pathname = `/${name}`
    await migrate(url.href)
    return url.href
  }

  const drop = (name: string) =>
    asOwner(postgres.ownerUrl, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
    })

  return {
    async open(size) {
      const ownerUrl = await database(`patients_${size}`)
      await fillDemo(ownerUrl, { patients: size, days: daysFor(size), doctors, visitsADay, onProgress: say })
      const sample = await asOwner(ownerUrl, async (client) => {
        await removeWritten(client)
        await makeToday(client)
        await makeMeasuredDays(client)
        await makeHours(client)
        // Their first comparison has a line of its own, and would go on for minutes beside all others.
        await client.query('truncate duplicate_due')
        return await takeSample(client)
      })
      // Without a checkpoint, the pages of the fill would be written in the middle of a measurement.
      await asOwner(ownerUrl, (client) => client.query('checkpoint'))
      await sleep(500)
      return { size, ownerUrl, sample }
    },
    async openStore(size) {
      const ownerUrl = await database(`items_${size}`)
      await fillDemo(ownerUrl, { onProgress: () => {} })
      return await asOwner(ownerUrl, async (client) => {
        await fillItems(client, size, say)
        return { size, ownerUrl, sample: await takeSample(client), items: await sampleItems(client) }
      })
    },
    async openBeds(size) {
      const ownerUrl = await database(`beds_${size}`)
      await fillDemo(ownerUrl, { onProgress: () => {} })
      return await asOwner(ownerUrl, async (client) => {
        await fillBeds(client, size)
        return { size, ownerUrl, sample: await takeSample(client) }
      })
    },
    async openQueue(booked, inHours = false) {
      const ownerUrl = await database(`queue_${booked}`)
      await fillDemo(ownerUrl, { patients: 10_000, days: 100, doctors, visitsADay, onProgress: say })
      return await asOwner(ownerUrl, async (client) => {
        await removeWritten(client)
        await makeHours(client)
        const sample = await takeSample(client)
        await makeQueue(client, sample.today, booked)
        if (inHours) await makeHoursToday(client)
        return { size: booked, ownerUrl, sample }
      })
    },
    async openHours() {
      await drop('hours')
      const ownerUrl = await database('hours')
      await fillDemo(ownerUrl, { onProgress: () => {} })
      const sample = await asOwner(ownerUrl, async (client) => {
        await makeManyHours(client)
        return await takeSample(client)
      })
      return { size: 0, ownerUrl, sample, drop: () => drop('hours') }
    },
    async openRecord(years) {
      const ownerUrl = await database(`record_${years}`)
      await fillDemo(ownerUrl, { onProgress: () => {} })
      return await asOwner(ownerUrl, async (client) => {
        const records = await givenRecords(client, years)
        return { size: years, ownerUrl, sample: await takeSample(client), records }
      })
    },
    async openTrail(entries) {
      const name = `trail_${entries}`
      const ownerUrl = await database(name)
      await fillDemo(ownerUrl, { patients: 10_000, days: 20, doctors, visitsADay, onProgress: say })
      const opened = await asOwner(ownerUrl, async (client) => {
        const trail = await fillTrail(client, entries, say)
        await client.query('checkpoint')
        return { size: entries, ownerUrl, sample: await takeSample(client), trail }
      })
      return { ...opened, drop: () => drop(name) }
    },
    async openToMoveIn() {
      const name = 'move_in'
      await drop(name)
      const ownerUrl = await database(name)
      await fillDemo(ownerUrl, { onProgress: () => {} })
      const sample = await asOwner(ownerUrl, takeSample)
      return { size: 0, ownerUrl, sample, drop: () => drop(name) }
    },
    restore: ({ ownerUrl }) => asOwner(ownerUrl, removeWritten),
  }
}

async function removeWritten(client: pg.Client): Promise<void> {
  const booked = `current_date + ${firstBookedDay - 2}`
  const written = await client.query(
    `select from patient where first_name_key = lower($1)
     union all select from appointment where date >= ${booked} limit 1`,
    [benchName],
  )
  if (written.rowCount === 0) return
  await withoutTriggers(client, ['patient', 'appointment', 'appointment_status_change'], async () => {
    const late = `select id from appointment where date >= ${booked}`
    await client.query(`delete from appointment_status_change where appointment_id in (${late})`)
    await client.query(`delete from appointment where id in (${late})`)
    await client.query(`delete from queue_day where date >= ${booked}`)
    await client.query('delete from patient where first_name_key = lower($1)', [benchName])
    await client.query('update mrn_counter set last_number = (select max(mrn_number) from patient)')
    await client.query(
      'update patient_tally set current = (select count(*) from patient where patient.gender = patient_tally.gender and retired_at is null)',
    )
    await client.query('truncate patient_name_word')
    await client.query('select keep_all_name_words()')
    await client.query(
      'truncate audit_entry, audit_sight, audit_sighting, audit_following, audit_unfollowing, idempotent_reply',
    )
  })
  await client.query(
    'vacuum (analyze) patient, patient_name_word, appointment, queue_day, mrn_counter, patient_tally, audit_entry',
  )
}
