import { codeMinutes, type OnlineBooking } from '../../../contract/front-desk/online-bookings.ts'
import { spokenDay, spokenTime } from '../../../contract/spoken.ts'
import { Refusal, saidWith, violatedConstraint } from '../../ground/http/errors.ts'
import type { WallClock } from '../../ground/http/hospital.ts'
import { pausedFor } from '../../ground/sign-in/too-many-attempts.ts'

/** The refusals of bookings from home, in sentences for the public or for the desk. */

/** Booking from home is off: its addresses answer like unknown ones. */
export const nothingHere = new Refusal('not_found', 'There is nothing at this address.')

export const bookingGone = new Refusal(
  'booking_over',
  'This place is no longer held for you. Choose a time again.',
)

export function placeGone({ date, time }: { date: string; time: string }, { style }: WallClock): Refusal {
  const sentence = `${spokenDay(date)} at ${spokenTime(time, style)} is no longer free. Choose another time.`
  return new Refusal('place_taken', sentence, { errors: [{ path: 'time', message: sentence }] })
}

/** The sentence for a limit that the database keeps; anything else stays as it is. */
export function limitRefusal(error: unknown): unknown {
  const seconds = Math.max(1, Number(saidWith(error).detail ?? 3600) || 3600)
  switch (violatedConstraint(error)) {
    case 'online_booking_holds_of_network':
      return new Refusal(
        'too_many_holds',
        `Three places are held for your network already. Confirm one with its code, or try again in ${codeMinutes} minutes.`,
        { retryAfter: codeMinutes * 60 },
      )
    case 'online_booking_hour_of_network':
      return pausedFor(seconds, 'Too many places were asked for from your network.')
    case 'online_booking_codes_of_email':
      return pausedFor(seconds, 'Too many codes were sent to this e-mail address.')
    case 'online_booking_hour_of_hospital':
      return pausedFor(seconds, 'Too many people are booking at the moment. You can also phone us.')
    case 'online_booking_two_ahead':
      return new Refusal(
        'too_many_bookings',
        'Two appointments are booked with this e-mail address already. Please phone us for another.',
      )
    case 'online_booking_while_held':
      return bookingGone
    default:
      return error
  }
}

/** Tells the desk who answered the booking first. */
export function answeredAlready({ state, answeredBy }: OnlineBooking): Refusal {
  const by = answeredBy ?? 'Somebody'
  const sentences: Record<OnlineBooking['state'], string> = {
    OPEN: 'The booking changed meanwhile. Try again.',
    BOOKED: `Not done: ${by} has booked this appointment.`,
    DECLINED: `Not done: ${by} has declined this booking.`,
    CANCELLED: 'Not done: the booker has cancelled.',
    LAPSED: 'Not done: the time of this booking has passed.',
  }
  return new Refusal('booking_over', sentences[state])
}

/** Tells the booker why the booking can't be cancelled. */
export function cancelRefusal({ state }: OnlineBooking): Refusal {
  const sentences: Record<OnlineBooking['state'], string> = {
    OPEN: 'The booking changed meanwhile. Try again.',
    BOOKED: 'This appointment is booked. To cancel it, please phone us.',
    DECLINED: 'We could not offer you this appointment, so there is nothing to cancel.',
    CANCELLED: 'You have cancelled this booking already.',
    LAPSED: 'The time of this booking has passed.',
  }
  return new Refusal('booking_over', sentences[state])
}
