import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Clinic, listClinics } from '../../../contract/people/clinics.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { useSite } from '../../ground/sign-in/account.ts'

/** The open clinics by name, with their doctors. */
export const clinicsQuery = queryOptions({
  queryKey: ['clinics'],
  ...following(['clinics'], (options): Promise<Clinic[]> => api(listClinics, {}, options)),
})

const none: readonly Clinic[] = []

/** The clinics of a hospital that has any; asks for nothing where there are none. */
export function useClinics(): readonly Clinic[] {
  const { hasClinics } = useSite()
  return useQuery({ ...clinicsQuery, enabled: hasClinics }).data ?? none
}
