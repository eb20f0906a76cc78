import {
  type Appointment,
  appointmentTypeNames,
  lastSeat,
} from '../../../contract/front-desk/appointments.ts'

/** The number of a token, from the appointment's place in a session with tokens. */
export function tokenOf({ sessionId, minutes, seat, walkIn }: Appointment): number | undefined {
  return sessionId && minutes === null && !walkIn && seat <= lastSeat ? seat : undefined
}

/** How it was booked, where that is not a time in the doctor's hours: 'Walk-in', 'Outside hours', 'Token 5'. */
export function placeWords(appointment: Appointment): string | undefined {
  const { walkIn, seat, overbookReason } = appointment
  const token = tokenOf(appointment)
  if (walkIn) return 'Walk-in'
  if (seat > lastSeat || overbookReason) return 'Outside hours'
  return token === undefined ? undefined : `Token ${token}`
}

/** 'General', 'Follow-up · Token 5' */
export function typeWords(appointment: Appointment): string {
  return [appointmentTypeNames[appointment.type], placeWords(appointment)].filter(Boolean).join(' · ')
}
