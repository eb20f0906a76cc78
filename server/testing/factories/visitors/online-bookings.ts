import {
  bookOnline,
  confirmOnlineBooking,
  type OnlineBookingForm,
} from '../../../../contract/front-desk/online-bookings.ts'
import { codeHash } from '../../../front-desk/online-bookings/queries.ts'
import type { TestApp } from '../../app.ts'
import type { Answer, Client } from '../../client.ts'
import { daysAfter, utcToday } from '../../days.ts'
import { givenClinic } from '../clinics.ts'
import { givenSession, weekdayOf } from '../schedules.ts'

/** Switches booking from home on, also where no e-mail is sent, which the settings refuse. */
export async function letBookFromHome(app: Pick<TestApp, 'asOwner'>): Promise<void> {
  await app.asOwner('update hospital set books_from_home = true where not books_from_home')
}

/** A clinic that can be booked from home, in two days from 9 to 10 o'clock with these doctors. */
export async function clinicFromHome(admin: Client, doctorIds: readonly string[], capacity = 1) {
  const clinic = await givenClinic(admin, { booksFromHome: true })
  const date = daysAfter(utcToday(), 2)
  for (const doctorId of doctorIds) {
    const limits = { weekday: weekdayOf(date), validFrom: date, validUntil: date }
    await givenSession(admin, { doctorId, clinicId: clinic.id, capacity, ...limits })
  }
  return { id: clinic.id, name: clinic.name, date }
}

let bookers = 0
export function bookingForm(
  wishes: Partial<OnlineBookingForm> & Pick<OnlineBookingForm, 'clinicId' | 'date'>,
): OnlineBookingForm {
  return {
    time: '09:15',
    firstName: 'Ines',
    lastName: 'Duarte',
    dateOfBirth: '1988-04-02',
    phone: '0171 555 0142',
    email: `ines${bookers++}@example.org`,
    ...wishes,
  }
}

export function askFromHome(
  visitor: Client,
  wishes: Parameters<typeof bookingForm>[0],
  address = '10.9.0.1',
): Promise<Answer<{ id: string }>> {
  return visitor.call(bookOnline, { body: bookingForm(wishes) }, { headers: { 'x-forwarded-for': address } })
}

/** Makes the code of a booking known, and takes the booking out of the counts of the last hour. */
export async function giveCode(app: Pick<TestApp, 'asOwner'>, id: string, code = '123456'): Promise<void> {
  await app.asOwner(
    `update online_booking set code_hash = $2, mail = null, mail_at = null, network = id::text, asked_at = asked_at - interval '2 hours' where id = $1`,
    [id, codeHash(id, code)],
  )
}

/** A booking that the desk has to answer. */
export async function givenOnlineBooking(
  app: Pick<TestApp, 'asOwner' | 'visitor'>,
  wishes: Parameters<typeof bookingForm>[0],
): Promise<{ id: string }> {
  const { id } = (await askFromHome(app.visitor, wishes)).body
  await giveCode(app, id)
  await app.visitor.call(confirmOnlineBooking, { params: { id }, body: { code: '123456' } })
  return { id }
}
