import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ScopeKindName } from '../../../contract/nouns.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'

/** Shows the entry that an act answers where the patient's entries of that kind are shown, at once. */
export function useShown(scope: ScopeKindName) {
  const queryClient = useQueryClient()
  return useCallback(
    async <Entry extends { id: string; patientId: string }>(answer: Promise<Entry>): Promise<Entry> => {
      const entry = await answer
      applyAnswer(queryClient, entry, { [scope]: (key: string | undefined) => key === entry.patientId })
      return entry
    },
    [queryClient, scope],
  )
}
