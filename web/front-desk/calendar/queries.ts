import { queryOptions } from '@tanstack/react-query'
import { daysAfter } from '../../../contract/days.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { listClosures } from '../../../contract/front-desk/closures.ts'
import { listDoctorAppointments } from '../../../contract/front-desk/doctor-weeks.ts'
import { byNumber } from '../../../contract/front-desk/queue-order.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { listed, type Place } from '../../ground/client/live/record-events.ts'

/** Absences and holidays that touch a period. */
export function closuresQuery(from: string, to = from) {
  return queryOptions({
    queryKey: ['closures', 'period', from, to],
    ...following(['closures'], (options) => api(listClosures, { query: { from, to } }, options)),
  })
}

/** A doctor's appointments of seven days; events about the doctor's other weeks are left out. */
export function doctorWeekQuery(id: string, monday: string) {
  const sunday = daysAfter(monday, 6)
  const place = listed<Appointment>((a, b) => a.date.localeCompare(b.date) || byNumber(a, b))
  const ofWeek: Place = (data, readAsOf, told) => {
    const date = (told.record as Appointment | null)?.date
    const isIn = date !== undefined && monday <= date && date <= sunday
    return place(data, readAsOf, isIn ? told : { ...told, record: null })
  }
  return queryOptions({
    queryKey: ['appointment', 'week', id, monday],
    ...following(
      [`doctor-appointments:${id}`],
      (options) => api(listDoctorAppointments, { params: { doctorId: id, monday } }, options),
      ofWeek,
    ),
  })
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return daysAfter(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7))
}
