import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  acknowledgeScore,
  type EarlyWarning,
  listEarlyWarnings,
  readEarlyWarning,
  takeBackAcknowledgement,
} from '../../../../contract/clinical/warnings/early-warning.ts'
import { api } from '../../../ground/client/api.ts'
import { following } from '../../../ground/client/live/following.ts'
import { applyAnswer } from '../../../ground/client/live/own-writes.ts'
import { listed } from '../../../ground/client/live/record-events.ts'
import { useMay } from '../../../ground/sign-in/account.ts'

/** The last NEWS2 of each patient in a bed, in the queue or with a doctor. A new set only changes its own patient's. */
export const earlyWarningsQuery = queryOptions({
  queryKey: ['early-warning', 'list'],
  ...following(
    ['early-warnings'],
    (options): Promise<EarlyWarning[]> => api(listEarlyWarnings, {}, options),
    listed<EarlyWarning>(),
  ),
})

const nothing = () => null
/** Whether the first scores are still loading. A board waits for them, so that no card grows once it is drawn. */
export function useAwaitsScores(): boolean {
  const maySee = useMay()('clinical.view')
  const { isPending, failureCount } = useQuery({ ...earlyWarningsQuery, select: nothing, enabled: maySee })
  return maySee && isPending && failureCount === 0
}

/** The score of one patient, for their record. */
export function earlyWarningQuery(patientId: string) {
  return queryOptions({
    queryKey: ['early-warning', 'one', patientId],
    ...following([`patient-vitals:${patientId}`], (options) =>
      api(readEarlyWarning, { params: { id: patientId } }, options),
    ),
  })
}

/** @throws ApiError */
export function useAcknowledging() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    async function shown(answer: Promise<EarlyWarning>): Promise<EarlyWarning> {
      const warning = await answer
      applyAnswer(queryClient, warning, { 'early-warnings': () => true })
      queryClient.setQueryData(
        earlyWarningQuery(warning.id).queryKey,
        (known) => known && { ...known, warning },
      )
      return warning
    }
    return {
      acknowledge: (vitalSignsId: string) => shown(api(acknowledgeScore, { params: { id: vitalSignsId } })),
      takeBack: (vitalSignsId: string) =>
        shown(api(takeBackAcknowledgement, { params: { id: vitalSignsId } })),
    }
  }, [queryClient])
}
