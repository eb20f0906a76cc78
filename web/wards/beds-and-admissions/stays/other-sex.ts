import { useQuery } from '@tanstack/react-query'
import type { Gender } from '../../../../contract/people/patients.ts'
import { needsReason, sexRuleWords } from '../../../../contract/wards/sex-rule.ts'
import { unitsQuery } from '../units.ts'

/** 'for women' about a ward that is for the other sex than this patient's; undefined about any other ward. */
export function useOtherSex(gender: Gender | undefined): (unitId: string) => string | undefined {
  const { data: units } = useQuery(unitsQuery)
  return (unitId) => {
    const rule = units?.find(({ id }) => id === unitId)?.sexRule
    return rule && gender && needsReason(rule, gender) ? sexRuleWords(rule) : undefined
  }
}

/** Puts wards or beds that are for the other sex last. */
export function fittingFirst<One>(all: readonly One[], isForOtherSex: (one: One) => boolean): One[] {
  return [...all.filter((one) => !isForOtherSex(one)), ...all.filter(isForOtherSex)]
}
