import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'
import { readLabelCode } from '../../../../contract/search/labels.ts'
import { queryClient } from '../../../ground/client/query-client.ts'
import { ScannedContext } from '../../../ground/ui/list/scanned.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { labelledQuery } from '../queries.ts'

/** A patient's label, wristband or token that is scanned into any search box opens the patient's record. */
export function ScannedLabels({ children }: { children: ReactNode }) {
  const router = useRouter()
  const last = useRef('')

  const open = useCallback(
    async (code: string) => {
      last.current = code
      try {
        const { id } = await queryClient.fetchQuery(labelledQuery(code))
        // A newer scan replaces this one.
        if (last.current === code) await router.navigate({ to: '/patients/$id', params: { id } })
      } catch (error) {
        toast.error(error instanceof Error ? error.message : String(error))
      }
    },
    [router],
  )

  const take = useCallback(
    (typed: string) => {
      const label = readLabelCode(typed)
      if (label) void open(label.code)
      return label?.rest
    },
    [open],
  )
  return <ScannedContext value={take}>{children}</ScannedContext>
}
