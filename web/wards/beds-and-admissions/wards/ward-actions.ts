import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  addUnit,
  closeUnit,
  editUnit,
  mergeUnit,
  moveBeds,
  type UnitEdit,
  type UnitForm,
} from '../../../../contract/wards/unit-changes.ts'
import { type Unit } from '../../../../contract/wards/units.ts'
import { api } from '../../../ground/client/api.ts'
import { applyAnswer, applyAnswers } from '../../../ground/client/live/own-writes.ts'

/** The actions on wards. @throws ApiError */
export function useWardActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const shown = async (answer: Promise<Unit>) => {
      const unit = await answer
      applyAnswer(queryClient, unit, { units: () => true })
      return unit
    }
    return {
      add: (body: z.output<typeof UnitForm>, idempotencyKey: string) =>
        shown(api(addUnit, { body }, { idempotencyKey })),
      edit: (body: z.output<typeof UnitEdit>, { id, version }: Unit) =>
        shown(api(editUnit, { params: { id }, body }, { version })),
      async move({ id }: Unit, body: z.output<typeof moveBeds.body>) {
        const beds = await api(moveBeds, { params: { id }, body })
        applyAnswers(queryClient, beds, { beds: () => true, unit: (unitId) => unitId === id })
        return beds
      },
      async merge(from: Unit, body: z.output<typeof mergeUnit.body>) {
        const into = await api(mergeUnit, { params: { id: from.id }, body })
        applyAnswer(queryClient, into, { units: () => true })
        await queryClient.invalidateQueries({ queryKey: ['units'] })
        return into
      },
      async close({ id }: Unit) {
        const closed = await api(closeUnit, { params: { id } })
        applyAnswer(queryClient, closed, { units: () => false })
      },
    }
  }, [queryClient])
}
