import type { TimelineEvent } from '../../../../contract/clinical/timeline.ts'
import { type Appointment, isVisit } from '../../../../contract/front-desk/appointments.ts'

/** The end of the last visit before this one: of the doctor's own, or of the patient's if they have none. */
export function lastVisitEnd(appointments: readonly Appointment[], visit: Appointment): string | undefined {
  const begun = visit.startedAt ?? visit.createdAt
  const ends = (of: readonly Appointment[]) =>
    of
      .flatMap((one) =>
        isVisit(one) && one.completedAt && one.completedAt <= begun ? [one.completedAt] : [],
      )
      .sort()
      .at(-1)
  return ends(appointments.filter(({ doctorId }) => doctorId === visit.doctorId)) ?? ends(appointments)
}

/** Events that a doctor has to know, without entries made in error and entries that were replaced. */
export function newsIn(
  events: readonly TimelineEvent[],
  isOutOfRange: (set: Extract<TimelineEvent, { event: 'vitals' }>['record']) => boolean,
): TimelineEvent[] {
  const changed = new Set(
    events.flatMap(({ event, record }) => (event === 'prescription' ? (record.replacesId ?? []) : [])),
  )
  const unusual = events.find(
    (one) => one.event === 'vitals' && !one.record.struck && isOutOfRange(one.record),
  )
  return events.filter((one) => {
    switch (one.event) {
      case 'admission':
      case 'discharge':
        return true
      case 'vitals':
        return one === unusual
      case 'problem':
      case 'resolution':
      case 'prescription':
        return !one.record.struck
      case 'allergy':
        return !one.record.struck && !one.record.replaced
      case 'stop':
        return !one.record.struck && !changed.has(one.record.id)
      default:
        return false
    }
  })
}

/** '1 problem, 2 medicines, 1 admission, vital signs out of range' */
export function newsWords(news: readonly TimelineEvent[]): string {
  const of = (...names: TimelineEvent['event'][]) =>
    new Set(news.filter(({ event }) => names.includes(event)).map(({ record }) => record.id)).size
  const counted = (count: number, one: string, more: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${more}`]
  return [
    ...counted(of('problem', 'resolution'), 'problem', 'problems'),
    ...counted(of('prescription', 'stop'), 'medicine', 'medicines'),
    ...counted(of('allergy'), 'allergy', 'allergies'),
    ...counted(of('admission', 'discharge'), 'admission', 'admissions'),
    ...(of('vitals') ? ['vital signs out of range'] : []),
  ].join(', ')
}
