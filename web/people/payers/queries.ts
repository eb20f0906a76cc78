import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  addPayer,
  editPayer,
  listPayers,
  type Payer,
  type PayerForm,
  retirePayer,
} from '../../../contract/people/payers.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'

/** The payers to choose from, by name. */
export const payersQuery = queryOptions({
  queryKey: ['payers'],
  ...following(['payers'], (options): Promise<Payer[]> => api(listPayers, {}, options)),
})

/** @throws ApiError */
export function usePayerActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const shown = async (answer: Promise<Payer>) => {
      const payer = await answer
      applyAnswer(queryClient, payer, { payers: () => true })
      return payer
    }
    return {
      add: (body: PayerForm, idempotencyKey: string) => shown(api(addPayer, { body }, { idempotencyKey })),
      edit: (body: PayerForm, { id, version }: Payer) =>
        shown(api(editPayer, { params: { id }, body }, { version })),
      async retire({ id }: Payer) {
        await api(retirePayer, { params: { id } })
        // Before its dialog closes, so that its row is gone when the focus would go back to it.
        await queryClient.invalidateQueries({ queryKey: payersQuery.queryKey })
      },
    }
  }, [queryClient])
}
