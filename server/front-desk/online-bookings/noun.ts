import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { BodyOf } from '../../../contract/api/endpoint.ts'
import { daysAfter } from '../../../contract/days.ts'
import {
  bookOnline,
  cancelOnlineBooking,
  confirmOnlineBooking,
  daysAtOnce,
  declineOnlineBooking,
  farthestDays,
  listOnlineBookings,
  listOnlineClinics,
  listOnlineTimes,
  matchOnlineBooking,
  mostTries,
} from '../../../contract/front-desk/online-bookings.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import { invalidField, Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { network } from '../../ground/sign-in/attempt-origin.ts'
import { perMinute } from '../../ground/sign-in/per-minute.ts'
import { bookHeldPlace, bookingRefusal } from '../appointments/public.ts'
import { clinicBetween } from '../schedules/public.ts'
import { forgetBookings } from './forget.ts'
import * as queries from './queries.ts'
import {
  answeredAlready,
  bookingGone,
  cancelRefusal,
  limitRefusal,
  nothingHere,
  placeGone,
} from './refusals.ts'

const kind = { gone: 'This booking does not exist.' }

/** How often one network may ask in a minute. It keeps work within bounds; the database keeps the limits. */
const freeReads = 300
const freeWrites = 300

export const onlineBookings = {
  routes(app) {
    const { db, channels } = app.lantern
    const countRead = perMinute(freeReads, 'Too many requests were sent from your network.')
    const countWrite = perMinute(freeWrites, 'Too many requests were sent from your network.')

    /** @throws the refusal of an unknown address where the hospital has booking from home switched off */
    async function requireClinic(clinicId: string) {
      const clinics = await queries.clinicsFromHome(db)
      if (!clinics) throw nothingHere
      return clinics.find(({ id }) => id === clinicId)
    }

    serve(app, listOnlineClinics, async ({ address, hospital }) => {
      const clinics = await queries.clinicsFromHome(db)
      if (!clinics) throw nothingHere
      countRead(network(address))
      // No code could be sent without e-mail, so the page says that no clinic can be booked at the moment.
      const isPossible = channels.open.includes('EMAIL')
      return { clinics: isPossible ? clinics : [], clockStyle: (await hospital.read()).clockStyle }
    })

    serve(app, listOnlineTimes, async ({ params, query, address, today }) => {
      if (!(await requireClinic(params.id))) throw nothingHere
      countRead(network(address))
      const { first, last } = bookable(await today())
      const from = query.from && query.from > first ? query.from : first
      if (from > last) return { days: [], next: null }
      const to = daysAfter(from, daysAtOnce - 1)
      const until = to < last ? to : last
      return {
        days: await freeTimes(db, params.id, from, until),
        next: until < last ? daysAfter(until, 1) : null,
      }
    })

    serve(app, bookOnline, async ({ transact, body, address, today, wallClock }) => {
      const clinic = await requireClinic(body.clinicId)
      const from = network(address)
      countWrite(from)
      if (!clinic) throw invalidField('clinicId', 'This clinic can’t be booked here. Choose another.')
      const [{ first, last }, clock] = [bookable(await today()), await wallClock()]
      if (body.date < first || body.date > last) throw placeGone(body, clock)
      if (body.dateOfBirth > clock.day)
        throw invalidField('dateOfBirth', 'The date of birth can’t be in the future.')
      const ask = () =>
        transact(async (trx, audit) => {
          const id = randomUUID()
          await queries.insertBooking(trx, id, body, from)
          const doctorId = await freeDoctor(trx, body)
          if (doctorId === undefined) throw placeGone(body, clock)
          await queries.holdPlace(trx, id, doctorId, body)
          audit.changes = { clinic: clinic.name, date: body.date, time: body.time }
          return { id }
        })
      // If the first doctor's place was taken meanwhile, another doctor of the clinic may be free.
      const asked = await ask()
        .catch((error: unknown) => (isTaken(error) ? ask() : Promise.reject(error)))
        .catch((error: unknown) => {
          throw isTaken(error) ? placeGone(body, clock) : limitRefusal(error)
        })
      app.lantern.hurryBookingMails()
      return asked
    })

    serve(app, confirmOnlineBooking, async ({ transact, params, body, address }) => {
      if (!(await queries.isBookedFromHome(db))) throw nothingHere
      countWrite(network(address))
      // A wrong code is counted, so the transaction must not fail.
      const tried = await transact(async (trx, audit) => {
        const outcome = found(kind, await queries.tryCode(trx, params.id, body.code))
        audit.changes = { confirmed: outcome.isConfirmed && outcome.isRight }
        return { id: params.id, ...outcome }
      }).catch((error: unknown) => {
        throw limitRefusal(error)
      })
      if (tried.isConfirmed && tried.isRight) {
        app.lantern.hurryBookingMails()
        return { id: params.id }
      }
      if (!tried.isHeld && tried.tries < mostTries) throw bookingGone
      throw wrongCode(tried.tries)
    })

    serve(app, cancelOnlineBooking, async ({ transact, body, address }) => {
      if (!(await queries.isBookedFromHome(db))) throw nothingHere
      countWrite(network(address))
      return transact(async (trx, audit) => {
        const booking = found(
          { gone: 'This link does not hold, or was replaced by one in a later e-mail.' },
          await queries.bookingOfLink(trx, body.token),
        )
        if (!(await queries.freePlace(trx, booking.id, 'WITHDRAWN', null)))
          throw cancelRefusal(found(kind, await queries.bookingById(trx, booking.id)))
        await queries.answerBooking(trx, booking.id, 'CANCELLED')
        audit.changes = { cancelled: booking.clinic, date: booking.date, time: booking.time }
        return { id: booking.id }
      })
    })

    serve(app, listOnlineBookings, ({ db: from, query }) => queries.bookingPage(from, query))

    serve(app, matchOnlineBooking, async ({ trx, params, body, staff, wallClock, audit, afterCommit }) => {
      const now = await wallClock()
      const booking = found(kind, await queries.bookingById(trx, params.id))
      // Bookings, holds and answers lock in one order: the day, then the booking with its hold.
      await sql`select take_turn_on(array[${booking.date}::date])`.execute(trx)
      if (!(await queries.freePlace(trx, booking.id, 'TAKEN', staff.id)))
        throw answeredAlready(found(kind, await queries.bookingById(trx, booking.id)))
      const { doctorId, date, time } = booking
      const place = { patientId: body.patientId, doctorId, date, time, notes: null }
      const appointment = await bookHeldPlace(trx, place, staff.id).catch((error: unknown) => {
        throw bookingRefusal(error, booking, now)
      })
      await queries.answerBooking(trx, booking.id, 'BOOKED', {
        staffId: staff.id,
        appointmentId: appointment.id,
      })
      audit.subjectId = appointment.id
      audit.patientIds = [appointment.patientId]
      audit.changes = { doctor: booking.doctor, date, time }
      afterCommit(app.lantern.hurryBookingMails)
      return appointment
    })

    serve(app, declineOnlineBooking, async ({ trx, params, staff, audit, afterCommit }) => {
      const booking = found(kind, await queries.bookingById(trx, params.id))
      if (!(await queries.freePlace(trx, booking.id, 'DECLINED', staff.id)))
        throw answeredAlready(found(kind, await queries.bookingById(trx, booking.id)))
      await queries.answerBooking(trx, booking.id, 'DECLINED', { staffId: staff.id })
      audit.changes = { declined: booking.doctor, date: booking.date, time: booking.time }
      afterCommit(app.lantern.hurryBookingMails)
      return { id: booking.id }
    })
  },
  live: {
    stale: {
      'online-bookings': {
        'online-booking': always,
        'slot-hold': always,
        clinic: always,
        staff: where('named'),
      },
    },
  },
  jobs: [{ name: 'forget-online-bookings', every: '20 3 * * *', run: forgetBookings }],
} satisfies Noun

/** The days that can be booked: from tomorrow on, because the desk has to answer first. */
function bookable(today: string) {
  return { first: daysAfter(today, 1), last: daysAfter(today, farthestDays) }
}

/** The times at which any doctor of a clinic is free, without the number of places and the doctors. */
async function freeTimes(db: Database, clinicId: string, from: string, to: string) {
  const days = new Map<string, Set<string>>()
  for (const { date, slots, onlineLeft } of await clinicBetween(db, clinicId, from, to)) {
    const free = slots.filter((slot) => slot.free > 0)
    if (free.length === 0 || onlineLeft === 0) continue
    const times = days.get(date) ?? new Set()
    for (const { time } of free) times.add(time)
    days.set(date, times)
  }
  return [...days].map(([date, times]) => ({ date, times: [...times].sort() }))
}

/** A doctor of the clinic who is free at a time, the one with the most free places on that day. */
async function freeDoctor(
  trx: Transaction<DB>,
  { clinicId, date, time }: BodyOf<typeof bookOnline>,
): Promise<string | undefined> {
  await sql`select take_turn_on(array[${date}::date])`.execute(trx)
  const sessions = await clinicBetween(trx, clinicId, date, date)
  const sum = (slots: (typeof sessions)[number]['slots']) => slots.reduce((all, { free }) => all + free, 0)
  return sessions
    .filter(
      ({ slots, onlineLeft }) =>
        onlineLeft !== 0 && slots.some((slot) => slot.time === time && slot.free > 0),
    )
    .sort((one, other) => sum(other.slots) - sum(one.slots))[0]?.doctorId
}

const takenBy = [
  'hold_while_free',
  'hold_one_per_seat',
  'hold_one_per_token',
  'hold_in_hours',
  'hold_while_doctor_is_in',
  'hold_within_online_places',
]
const isTaken = (error: unknown) => takenBy.includes(violatedConstraint(error) ?? '')

function wrongCode(tries: number): Refusal {
  const left = mostTries - tries
  if (left <= 0)
    return new Refusal(
      'booking_over',
      'The code was wrong five times, so the place is free again. Choose a time again to get a new code.',
    )
  const sentence = `This code is wrong. You can try ${left === 1 ? 'once more' : `${left} more times`}.`
  return new Refusal('wrong_code', sentence, { errors: [{ path: 'code', message: sentence }] })
}
