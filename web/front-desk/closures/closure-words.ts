import { type Closure, closureCauseNames } from '../../../contract/front-desk/closures.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { formatDay, formatTime } from '../../ground/ui/format.ts'

type Absence = Pick<Closure, 'cause' | 'doctor' | 'clinic'>

/** 'Leave of Dr Anika Mehta', 'Public holiday, Heart clinic', 'Public holiday, all clinics' */
export function closureTitle({ cause, doctor, clinic }: Absence): string {
  const what = closureCauseNames[cause]
  if (doctor === null) return `${what}, ${clinic ?? 'all clinics'}`
  return `${what}${cause === 'LEAVE' ? ' of' : ','} ${doctorName(doctor)}`
}

/** '1 Dec 2026 to 5 Dec 2026', '1 Dec 2026, 9:00 AM to 12:00 PM', '1 Dec 2026, 9:00 AM to 5 Dec 2026' */
export function periodWords({
  from,
  fromTime,
  to,
  toTime,
}: Pick<Closure, 'from' | 'fromTime' | 'to' | 'toTime'>) {
  const begin = fromTime === null ? formatDay(from) : `${formatDay(from)}, ${formatTime(fromTime)}`
  if (from !== to)
    return `${begin} to ${toTime === null ? formatDay(to) : `${formatDay(to)}, ${formatTime(toTime)}`}`
  if (toTime !== null) return `${begin}${fromTime === null ? ', until' : ' to'} ${formatTime(toTime)}`
  return fromTime === null ? begin : `${formatDay(from)}, from ${formatTime(fromTime)}`
}
