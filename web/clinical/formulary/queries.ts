import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  addFormularyMedicine,
  deleteFormularyMedicine,
  editFormularyMedicine,
  type FormularyForm,
  type FormularyMedicine,
  listFormulary,
} from '../../../contract/clinical/formulary/formulary.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'
import { listed } from '../../ground/client/live/record-events.ts'

function byName(one: FormularyMedicine, other: FormularyMedicine): number {
  return (
    one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }) ||
    (one.route ?? '').localeCompare(other.route ?? '')
  )
}

/** The whole formulary, by name, to compare doses with. */
export const formularyQuery = queryOptions({
  queryKey: ['formulary'],
  ...following(['formulary'], (options) => api(listFormulary, {}, options), listed(byName)),
})

type Body = z.output<typeof FormularyForm>

/** The contract takes numbers as text. */
function written({ maxDose, maxDailyDose, maxDosePerKg, maxChildDose, ...rest }: Body) {
  const text = (value: number | null) => (value === null ? null : String(value))
  return {
    ...rest,
    maxDose: String(maxDose),
    maxDailyDose: text(maxDailyDose),
    maxDosePerKg: text(maxDosePerKg),
    maxChildDose: text(maxChildDose),
  }
}

/** @throws ApiError */
export function useFormularyActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const shown = async (answer: Promise<FormularyMedicine>) => {
      const medicine = await answer
      applyAnswer(queryClient, medicine, { formulary: () => true })
      return medicine
    }
    return {
      add: (body: Body, idempotencyKey: string) =>
        shown(api(addFormularyMedicine, { body: written(body) }, { idempotencyKey })),
      edit: (body: Body, { id, version }: FormularyMedicine) =>
        shown(api(editFormularyMedicine, { params: { id }, body: written(body) }, { version })),
      async remove({ id }: FormularyMedicine) {
        const removed = await api(deleteFormularyMedicine, { params: { id } })
        applyAnswer(queryClient, removed, { formulary: () => false })
      },
    }
  }, [queryClient])
}
