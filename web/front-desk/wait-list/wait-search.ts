import { z } from 'zod'
import { dayParam, idParam, pageNumber } from '../../ground/records/list/search-params.ts'

/** The URL parameters of the wait list. */
export const WaitListSearch = z.object({
  state: z.enum(['WAITING', 'OFFERED', 'BOOKED', 'WITHDRAWN']).optional().catch(undefined),
  priority: z.number().int().min(1).max(3).optional().catch(undefined),
  clinic: idParam,
  doctor: idParam,
  page: pageNumber,
  /** With the doctor, the place for which somebody is sought. */
  date: dayParam,
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional()
    .catch(undefined),
  /** Opens the form, filled in with the patient, the doctor and the first day. */
  add: z.boolean().optional().catch(undefined),
  patient: idParam,
})
export type WaitListSearch = z.output<typeof WaitListSearch>
