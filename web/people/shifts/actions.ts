import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  addShift,
  editShift,
  removeShift,
  type Shift,
  type ShiftForm,
} from '../../../contract/people/shifts.ts'
import { api } from '../../ground/client/api.ts'
import { shiftsQuery } from './queries.ts'

/** @throws ApiError */
export function useShiftActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    // Before the dialog closes, so that the list shows what was done when the focus goes back to it.
    const shown = async <Answer>(answer: Promise<Answer>) => {
      const done = await answer
      await queryClient.invalidateQueries({ queryKey: shiftsQuery.queryKey })
      return done
    }
    return {
      add: (body: z.output<typeof ShiftForm>, idempotencyKey: string) =>
        shown(api(addShift, { body }, { idempotencyKey })),
      edit: (body: z.output<typeof ShiftForm>, { id, version }: Shift) =>
        shown(api(editShift, { params: { id }, body }, { version })),
      remove: ({ id }: Shift) => shown(api(removeShift, { params: { id } })),
    }
  }, [queryClient])
}
