import { useCallback } from 'react'
import type { Bed } from '../../../contract/wards/beds.ts'
import { sentenceOf } from '../../ground/records/failures.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { useBedActions } from './queries.ts'

/** Gives a bed in maintenance back to use, and says whether that was done. */
export function useRelease(): (bed: Pick<Bed, 'id' | 'bedNumber'>) => Promise<void> {
  const { change } = useBedActions()
  return useCallback(
    async ({ id, bedNumber }) => {
      try {
        await change(id, { status: 'AVAILABLE', from: 'MAINTENANCE' })
        toast.success('Bed status updated to available')
      } catch (error) {
        toast.error(sentenceOf(error, 'Update failed', `Bed ${bedNumber} was not marked available`))
      }
    },
    [change],
  )
}
