import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  addClinic,
  type Clinic,
  type ClinicForm,
  closeClinic,
  editClinic,
} from '../../../contract/people/clinics.ts'
import { api } from '../../ground/client/api.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { clinicsQuery } from './queries.ts'

/** @throws ApiError */
export function useClinicActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const readAgain = () =>
      Promise.all(
        [clinicsQuery, siteQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      )
    return {
      async add(body: z.output<typeof ClinicForm>, idempotencyKey: string) {
        const clinic = await api(addClinic, { body }, { idempotencyKey })
        // The other screens of this browser learn with the settings that there are clinics now.
        void readAgain()
        return clinic
      },
      async edit(body: z.output<typeof ClinicForm>, { id, version }: Clinic) {
        const clinic = await api(editClinic, { params: { id }, body }, { version })
        applyAnswer(queryClient, clinic, { clinics: () => true })
        return clinic
      },
      async close({ id }: Clinic) {
        await api(closeClinic, { params: { id } })
        // Before its dialog closes, so that its row is gone when the focus would go back to it.
        await readAgain()
      },
    }
  }, [queryClient])
}
