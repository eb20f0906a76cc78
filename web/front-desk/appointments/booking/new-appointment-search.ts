import { z } from 'zod'
import { dayParam, idParam, timeParam } from '../../../ground/records/list/search-params.ts'

/** The URL parameters of a new appointment. */
export const NewAppointmentSearch = z.object({
  date: dayParam,
  time: timeParam,
  patientId: idParam,
  doctorId: idParam,
})
export type NewAppointmentSearch = Partial<z.output<typeof NewAppointmentSearch>>
