import { analyzeStays, analyzeVisits, exportWeeklyReport } from '../../../contract/figures/analytics.ts'
import { readAppointmentStats, readBedStats, summarizeHospital } from '../../../contract/figures/dashboard.ts'
import { analyzeStore } from '../../../contract/figures/store.ts'
import { listAppointmentsOfDay, listQueue } from '../../../contract/front-desk/appointments.ts'
import { listNotifications, readNotifications, readUnread } from '../../../contract/people/notifications.ts'
import { exportPatients, listPatients, summarizePatients } from '../../../contract/people/patients.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { dayText, timeText } from '../../../server/demo/calendar.ts'
import { type Life, weekdayOf } from './life.ts'

/** Plans when people look at screens: boards and dashboards through the day, figures on Mondays. */
export function planLooks(life: Life): void {
  const { agenda, clock, random, staff, size } = life
  const { day } = clock
  const at = (minutes: number, task: () => Promise<unknown>) =>
    agenda.at(clock.wall.momentAt(day, minutes), task)
  for (let minutes = 7 * 60; minutes < 19 * 60; minutes += 30) {
    at(minutes, () => staff.reception.one().call(listQueue))
    at(minutes, () => staff.wards.one().call(listBeds))
    at(minutes, () => random.pick(staff.everybody).call(summarizeHospital))
  }
  for (let minutes = 8 * 60; minutes < 18 * 60; minutes += 120) {
    const date = dayText(day + random.below(7))
    at(minutes, () => staff.reception.one().call(listAppointmentsOfDay, { params: { date } }))
    at(minutes, () => staff.reception.one().call(summarizePatients))
    at(minutes, () => staff.reception.one().call(listPatients, { query: { search: timeText(minutes) } }))
  }
  for (const person of staff.everybody) {
    at(12 * 60 + random.below(4) * size.step, async () => {
      await person.call(readUnread)
      await person.call(listNotifications, { query: { limit: 20 } })
      await person.call(readNotifications, { body: { until: new Date(clock.now).toISOString() } })
    })
  }
  if (weekdayOf(day) !== 0) return
  const admin = staff.admins.one()
  at(7 * 60, async () => {
    const query = { from: dayText(day - 28), to: dayText(day - 1) }
    await admin.call(analyzeVisits, { query })
    await admin.call(analyzeStays, { query })
    await admin.call(analyzeStore, { query })
    await admin.call(exportWeeklyReport, { query: { day: dayText(day - 1) } })
    await admin.call(readBedStats, { query: { daysAgo: 7 } })
    await admin.call(readAppointmentStats, { query: { days: 30 } })
    await admin.call(exportPatients, { query: { search: 'an' } })
  })
}
