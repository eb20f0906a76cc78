import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { listUnits, type Unit } from '../../../contract/wards/units.ts'
import { sexRuleNames, type Ward, wardNames, wards } from '../../../contract/wards/wards.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { listed } from '../../ground/client/live/record-events.ts'

const byKind = (one: Unit, other: Unit) =>
  wards.indexOf(one.ward) - wards.indexOf(other.ward) ||
  one.name.localeCompare(other.name, 'en', { sensitivity: 'base' })

/** The hospital's open wards, by kind and name. */
export const unitsQuery = queryOptions({
  queryKey: ['units'],
  ...following(['units'], (options): Promise<Unit[]> => api(listUnits, {}, options), listed(byKind)),
})

/** Puts 'For women, ' or 'For men, ' before the figures of a ward that has such a rule. */
export function useRuleBefore(): (unitId: string | undefined, figures: string) => string {
  const { data: units } = useQuery(unitsQuery)
  return useCallback(
    (unitId, figures) => {
      const rule = units?.find(({ id }) => id === unitId)?.sexRule
      return rule ? `For ${sexRuleNames[rule].toLowerCase()}, ${figures}` : figures
    },
    [units],
  )
}

/** A ward of the hospital's own, all of one kind, or all. */
export interface Place {
  ward: Ward | undefined
  unit: string | undefined
}

/** The place without a ward that has closed or was merged into another: all of its kind is there instead. */
export function useOpenPlace<Asked extends Partial<Place>>(asked: Asked): Asked {
  const { data: units } = useQuery(unitsQuery)
  return useMemo(() => {
    const isOpen = !asked.unit || !units || units.some(({ id }) => id === asked.unit)
    return isOpen ? asked : { ...asked, unit: undefined }
  }, [asked, units])
}

/** The ward that has all beds of a place; undefined if several have them, and null while that is not known. */
export function useUnitOf({ ward, unit }: Place): string | null | undefined {
  const { data: units = none, isPending } = useQuery(unitsQuery)
  if (unit || !ward) return unit
  if (isPending) return null
  const own = units.filter((one) => one.ward === ward)
  return own.length === 1 ? own[0]?.id : undefined
}

const all = 'ALL'
const none: readonly Unit[] = []

/**
 * The wards to choose from. A kind with one ward is that ward; one with several can be chosen as a whole, and each of them.
 */
export function useWardChoice({ ward, unit }: Place, onChoose: (place: Place) => void) {
  const { data: units = none } = useQuery(unitsQuery)
  const choices = [
    { value: all, label: 'All Wards' },
    ...wards.flatMap((kind) => {
      const own = units.filter((one) => one.ward === kind)
      if (own.length < 2) return [{ value: kind as string, label: own[0]?.name ?? wardNames[kind] }]
      return [
        { value: kind as string, label: `All of ${wardNames[kind]}` },
        ...own.map(({ id, name }) => ({ value: id, label: name })),
      ]
    }),
  ]
  return {
    label: 'Ward',
    choices,
    value: unit && choices.some(({ value }) => value === unit) ? unit : (ward ?? all),
    onChange(chosen: string | null) {
      const own = units.find(({ id }) => id === chosen)
      onChoose(
        own
          ? { ward: own.ward, unit: own.id }
          : { ward: wards.find((kind) => kind === chosen), unit: undefined },
      )
    },
  }
}
