import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'
import { readLabelCode } from '../../../contract/search/labels.ts'
import { queryClient } from '../../client/query-client.ts'
import { ScannedContext } from '../../ui/list/scanned.ts'
import { toast } from '../../ui/toast.tsx'
import { labelledQuery } from '../queries.ts'

/** Milliseconds in which what stood in the box before is in the address again, for whoever comes back. */
const restored = 100

const sleep = (milliseconds: number) => new Promise((over) => setTimeout(over, milliseconds))

/** A patient's label, wristband or token that is scanned into any search box opens the patient's record. */
export function ScannedLabels({ children }: { children: ReactNode }) {
  const router = useRouter()
  const last = useRef('')

  const open = useCallback(
    async (code: string) => {
      last.current = code
      try {
        const [{ id }] = await Promise.all([queryClient.fetchQuery(labelledQuery(code)), sleep(restored)])
        // Who is scanned next is meant instead.
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
