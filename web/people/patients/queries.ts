import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import {
  findLabelledPatient,
  listPatients,
  readPatient,
  summarizePatients,
} from '../../../contract/people/patients.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { itself } from '../../ground/client/live/record-events.ts'
import { toast } from '../../ground/ui/toast.tsx'

/** The patient queries of the screens. */

type ListQuery = NonNullable<RequestOf<typeof listPatients>['query']>

export function patientListQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['patient', 'list', query],
    ...following(['patients'], (options) => api(listPatients, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

export const patientSummaryQuery = queryOptions({
  queryKey: ['patient', 'summary'],
  ...following(['patient-figures'], (options) => api(summarizePatients, {}, options)),
})

export function patientQuery(id: string) {
  return queryOptions({
    queryKey: ['patient', 'one', id],
    ...following([`patient:${id}`], (options) => api(readPatient, { params: { id } }, options), itself),
  })
}

/** The patient of a scanned label. The label of a merged record leads to the survivor, whose wristband still has the old number. */
export function labelledQuery(code: string) {
  return queryOptions({
    queryKey: ['patient', 'labelled', code],
    async queryFn({ signal }) {
      const patient = await api(findLabelledPatient, { query: { code } }, { signal })
      if (patient.formerly) toast.error(`${patient.formerly} is now ${patient.mrn}. Print a new wristband.`)
      return patient
    },
  })
}
