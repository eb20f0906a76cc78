import { useMutation, useQueryClient } from '@tanstack/react-query'
import { putOffSetup, type SetupStep } from '../../../contract/hospital/settings.ts'
import { api } from '../../ground/client/api.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { setupQuery } from './queries.ts'

/** The name of each step of setting up. */
export const setupStepNames: Record<SetupStep, string> = {
  hospital: 'Hospital name and time zone',
  beds: 'Beds',
  colleagues: 'Colleagues',
  stock: 'Stock',
  patients: 'Patients',
}

/** Puts steps off, or brings them back. */
export function usePutOff() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: { steps: SetupStep[]; isPutOff: boolean }) => api(putOffSetup, { body: change }),
    onSuccess: (setup) => queryClient.setQueryData(setupQuery.queryKey, setup),
    onError: (error) => toast.error(refusedAct(error, 'Not saved')),
  })
}
