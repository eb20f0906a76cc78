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

/** The payers to choose from, by name. */
export const payersQuery = queryOptions({
  queryKey: ['payers'],
  ...following(['payers'], (options): Promise<Payer[]> => api(listPayers, {}, options)),
})

/** @throws ApiError */
export function usePayerActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    /** Reads the list again before the dialog closes, so that a row that is gone gets no focus back. */
    async function shown<Answer>(answer: Promise<Answer>): Promise<Answer> {
      const payer = await answer
      await queryClient.invalidateQueries({ queryKey: payersQuery.queryKey })
      return payer
    }
    return {
      add: (body: PayerForm, idempotencyKey: string) => shown(api(addPayer, { body }, { idempotencyKey })),
      edit: (body: PayerForm, { id, version }: Payer) =>
        shown(api(editPayer, { params: { id }, body }, { version })),
      retire: ({ id }: Payer) => shown(api(retirePayer, { params: { id } })),
    }
  }, [queryClient])
}
