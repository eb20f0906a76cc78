import { z } from 'zod'
import { dayParam, idParam, pageNumber, timeParam } from '../../ground/records/list/search-params.ts'

/** The URL parameters of the wait list. */
export const WaitListSearch = z.object({
  state: z.string().optional().catch(undefined),
  clinic: idParam,
  doctor: idParam,
  page: pageNumber,
  /** With the doctor, the place that is offered. */
  date: dayParam,
  time: timeParam,
  /** Opens the form, filled in with the patient, the doctor and the first day. */
  add: z.boolean().optional().catch(undefined),
  patient: idParam,
})
export type WaitListSearch = Partial<z.output<typeof WaitListSearch>>
