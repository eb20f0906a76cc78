import { type SqlBool, sql, type Transaction } from 'kysely'
import type { BodyOf, QueryOf } from '../../../contract/api/endpoint.ts'
import type { Page } from '../../../contract/api/page.ts'
import {
  type bookOnline,
  codeMinutes,
  type listOnlineBookings,
  mostTries,
  type OnlineBooking,
} from '../../../contract/front-desk/online-bookings.ts'
import type { Database } from '../../ground/db/connect.ts'
import { readPage } from '../../ground/db/paging.ts'
import type { DB } from '../../ground/db/types.ts'
import { tokenHash } from '../../ground/sign-in/token-hash.ts'

/** Whether the hospital lets places be booked from home. */
export async function isBookedFromHome(db: Database): Promise<boolean> {
  const { isOn } = await db.selectFrom('hospital').select('books_from_home as isOn').executeTakeFirstOrThrow()
  return isOn
}

/** The clinics that can be booked from home; null where the hospital has that switched off. */
export async function clinicsFromHome(db: Database): Promise<{ id: string; name: string }[] | null> {
  const { rows } = await sql<{ clinics: { id: string; name: string }[] }>`
    select coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by fold(name), id)
      from clinic where books_from_home and retired_at is null
    ), '[]') as clinics
    from hospital where books_from_home
  `.execute(db)
  return rows[0]?.clinics ?? null
}

type Asked = BodyOf<typeof bookOnline>

/** Keeps the request before a place is held, because the database counts the requests of a network and of an address. */
export async function insertBooking(
  trx: Transaction<DB>,
  id: string,
  asked: Asked,
  network: string,
): Promise<void> {
  const { clinicId, firstName, lastName, dateOfBirth, phone, email } = asked
  await sql`
    insert into online_booking (id, clinic_id, first_name, last_name, date_of_birth, phone, email, network, mail, mail_at)
    values (${id}, ${clinicId}, ${firstName}, ${lastName}, ${dateOfBirth}, ${phone}, ${email}, ${network}, 'CODE', clock_timestamp())
  `.execute(trx)
}

/** @throws a violated constraint, which says why the place can't be held */
export async function holdPlace(
  trx: Transaction<DB>,
  id: string,
  doctorId: string,
  { date, time }: Pick<Asked, 'date' | 'time'>,
): Promise<void> {
  await sql`
    insert into slot_hold (id, doctor_id, date, time, until)
    values (${id}, ${doctorId}, ${date}, ${time}, now() + ${codeMinutes} * interval '1 minute')
  `.execute(trx)
}

/** A code is hashed with its booking, so that equal codes look different. */
export const codeHash = (id: string, code: string) => tokenHash(`${id} ${code}`)

interface Tried {
  isRight: boolean
  isConfirmed: boolean
  tries: number
  isHeld: boolean
}

/** Counts a wrong code, and confirms with the right one. The row is locked, so that ten at once are ten tries. */
export async function tryCode(trx: Transaction<DB>, id: string, code: string): Promise<Tried | undefined> {
  const hash = codeHash(id, code)
  const { rows } = await sql<Tried>`
    select code_hash is not distinct from ${hash} as "isRight", confirmed_at is not null and booking.answer is null as "isConfirmed",
      tries, is_held(hold) as "isHeld"
    from online_booking booking join slot_hold hold on hold.id = booking.id
    where booking.id = ${id} for no key update of booking
  `.execute(trx)
  const [before] = rows
  if (!before || before.isConfirmed || !before.isHeld || before.tries >= mostTries) return before
  if (before.isRight) {
    await sql`
      update online_booking set confirmed_at = clock_timestamp(), mail = 'HELD', mail_at = clock_timestamp(), mail_tries = 0
      where id = ${id}
    `.execute(trx)
    return { ...before, isConfirmed: true }
  }
  await sql`update online_booking set tries = tries + 1 where id = ${id}`.execute(trx)
  return { ...before, tries: before.tries + 1 }
}

const isOpen = sql`booking.confirmed_at is not null and booking.answer is null and is_held(hold)`

const columns = sql`
  booking.id, booking.first_name as "firstName", booking.last_name as "lastName", booking.date_of_birth::text as "dateOfBirth",
  booking.phone, booking.email, clinic.name as clinic, hold.doctor_id as "doctorId", doctor.name as doctor,
  hold.date::text as date, to_char(hold.time, 'HH24:MI') as time,
  coalesce(booking.answer::text, case when is_held(hold) then 'OPEN' else 'LAPSED' end) as state,
  booking.confirmed_at as "confirmedAt", answerer.name as "answeredBy", booking.answered_at as "answeredAt",
  booking.appointment_id as "appointmentId"`
const joins = sql`
  join slot_hold hold on hold.id = booking.id
  join clinic on clinic.id = booking.clinic_id
  join staff doctor on doctor.id = hold.doctor_id
  left join staff answerer on answerer.id = booking.answered_by`

export function bookingPage(
  db: Database,
  { over, ...request }: QueryOf<typeof listOnlineBookings>,
): Promise<Page<OnlineBooking>> {
  const held = sql`exists (select from slot_hold hold where hold.id = booking.id and is_held(hold))`
  return readPage<OnlineBooking>(db, request, {
    table: 'online_booking',
    alias: 'booking',
    shown: columns,
    joins,
    where:
      over === 'yes'
        ? sql<SqlBool>`booking.confirmed_at is not null and (booking.answer is not null or not ${held})`
        : sql<SqlBool>`booking.confirmed_at is not null and booking.answer is null and ${held}`,
    order: { confirmed_at: 'moment', id: 'id' },
    direction: over === 'yes' ? 'desc' : 'asc',
  })
}

export async function bookingById(db: Database, id: string): Promise<OnlineBooking | undefined> {
  const { rows } = await sql<OnlineBooking>`
    select ${columns} from online_booking booking ${joins}
    where booking.id = ${id} and booking.confirmed_at is not null
  `.execute(db)
  return rows[0]
}

export async function bookingOfLink(db: Database, token: string): Promise<OnlineBooking | undefined> {
  const { rows } = await sql<OnlineBooking>`
    select ${columns} from online_booking booking ${joins} where booking.link_hash = ${tokenHash(token)}
  `.execute(db)
  return rows[0]
}

/** Frees the place and keeps others from answering; false where it was answered or has lapsed meanwhile. */
export async function freePlace(
  trx: Transaction<DB>,
  id: string,
  answer: 'TAKEN' | 'DECLINED' | 'WITHDRAWN',
  staffId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from online_booking booking join slot_hold hold on hold.id = booking.id
    where booking.id = ${id} and ${isOpen} for no key update
  `.execute(trx)
  if (rows.length === 0) return false
  await sql`
    update slot_hold set answer = ${answer}::hold_answer, answered_by = ${staffId}, released_at = clock_timestamp() where id = ${id}
  `.execute(trx)
  return true
}

/** `staffId`: null where the booker cancelled. */
export async function answerBooking(
  trx: Transaction<DB>,
  id: string,
  answer: 'BOOKED' | 'DECLINED' | 'CANCELLED',
  { staffId = null, appointmentId = null }: { staffId?: string | null; appointmentId?: string | null } = {},
): Promise<void> {
  const mail = answer === 'CANCELLED' ? null : answer
  await sql`
    update online_booking set answer = ${answer}::online_booking_answer, answered_at = clock_timestamp(), answered_by = ${staffId},
      appointment_id = ${appointmentId}, mail = ${mail}::online_booking_mail,
      mail_at = case when ${mail !== null} then clock_timestamp() end, mail_tries = 0
    where id = ${id}
  `.execute(trx)
}
