import { useMutation } from '@tanstack/react-query'
import type { ImportBatch } from '../../../../contract/people/imports/imports.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import { focusContent } from '../../../ground/ui/focus.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { type Act, useImportActions } from '../queries.ts'

/** An act on an import by a button, which is gone once it is done. */
export function useAct({ id }: Pick<ImportBatch, 'id'>, name: Act, undone: string) {
  const { act } = useImportActions()
  const { isPending, mutate } = useMutation({
    mutationFn: () => act(name, id),
    onMutate: () => toast.forgetFailure(),
    onSuccess: () => focusContent(),
    onError: (error) => toast.error(refusedAct(error, undone)),
  })
  return { isPending, act: () => !isPending && mutate() }
}
