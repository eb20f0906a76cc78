import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ImportBatch, type ImportMapping } from '../../../../contract/people/imports/imports.ts'
import { ApiError } from '../../../ground/client/api.ts'
import { refusalWords } from '../../../ground/records/failures.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { importQuery, useImportActions } from '../queries.ts'

/**
 * The mapping of an import, saved with each change. While a save is on its way the latest change waits for it, so that
 * the server has them in their order. After a colleague's change theirs is shown, and why.
 */
export function useMapping(batch: ImportBatch) {
  const queryClient = useQueryClient()
  const { timeZone } = useSite()
  const { map } = useImportActions()
  const [own, setOwn] = useState<{ mapping: ImportMapping; savedAs?: number }>()
  const [failure, setFailure] = useState<{ words: string; canRetry: boolean }>()
  const waiting = useRef<ImportMapping>(undefined)
  const saving = useRef<Promise<boolean>>(undefined)
  const version = useRef(batch.version)
  useEffect(() => {
    if (!saving.current) version.current = Math.max(version.current, batch.version)
  }, [batch.version])

  async function save(): Promise<boolean> {
    while (waiting.current) {
      const next = waiting.current
      waiting.current = undefined
      try {
        const saved = await map(batch.id, next, version.current)
        version.current = saved.version
        if (!waiting.current) setOwn({ mapping: next, savedAs: saved.version })
      } catch (error) {
        const isStale = error instanceof ApiError && error.status === 412
        if (isStale) {
          waiting.current = undefined
          setOwn(undefined)
          const current = ImportBatch.safeParse(error.problem.current)
          if (current.success) version.current = current.data.version
          await queryClient.invalidateQueries({ queryKey: importQuery(batch.id).queryKey })
        } else waiting.current ??= next
        setFailure({ words: refusalWords(error, 'the columns', timeZone), canRetry: !isStale })
        return false
      }
    }
    return true
  }

  function start(): Promise<boolean> {
    setFailure(undefined)
    saving.current ??= save().finally(() => {
      saving.current = undefined
    })
    return saving.current
  }

  // The batch of the screen comes a moment after the answer: until then it has the mapping before this one.
  const isShown = own !== undefined && (own.savedAs ?? Infinity) > batch.version
  return {
    /** As it is on the screen: the own change until the batch has it, or what the server has. */
    mapping: isShown ? own.mapping : batch.mapping,
    isSaving: own !== undefined && own.savedAs === undefined && !failure,
    failure,
    change(next: ImportMapping) {
      waiting.current = next
      setOwn({ mapping: next })
      void start()
    },
    /** Whether the server has the mapping as it is on the screen. */
    settled: start,
  }
}
