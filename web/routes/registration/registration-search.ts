import { z } from 'zod'
import { dayParam, idParam, searchText } from '../../ground/records/list/search-params.ts'

/** The URL parameters of a registration. */
export const RegistrationSearch = z.object({
  /** 'Asha Rao', as it was typed. */
  called: searchText,
  /** With the booking from home that the patient is registered for, the details that its booker typed. */
  booking: idParam,
  born: dayParam,
  phone: searchText,
  email: searchText,
})
export type RegistrationSearch = Partial<z.output<typeof RegistrationSearch>>
