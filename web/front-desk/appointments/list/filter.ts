import { cancelReasons } from '../../../../contract/front-desk/cancel-reasons.ts'
import { statusesOf } from '../queue/queue-search.ts'
import type { AppointmentListSearch } from './list-search.ts'

export const appointmentsPerPage = 20

/** The list's filter as the server takes it. */
export function filterOf({
  search,
  from,
  to,
  status,
  reason,
  doctor,
  clinic,
  hour,
  ...of
}: AppointmentListSearch) {
  const reasons = cancelReasons.filter((one) => reason?.split(',').includes(one))
  return {
    search,
    from,
    to,
    status: statusesOf(status).join() || undefined,
    cancelReason: reasons.join() || undefined,
    doctorId: doctor,
    clinicId: clinic,
    queuedHour: hour,
    counted: of.counted,
    sessionClinicId: of.sessionsOf,
    bookedHour: of.at,
  }
}
