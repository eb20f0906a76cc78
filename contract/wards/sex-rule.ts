import type { Gender } from '../people/patients.ts'
import { type SexRule, sexRuleNames } from './wards.ts'

/** 'for women' */
export function sexRuleWords(rule: SexRule): string {
  return `for ${sexRuleNames[rule].toLowerCase()}`
}

/**
 * Whether it takes a reason to place a patient in a ward. It never does for a patient recorded as OTHER, because the record
 * can't decide it.
 */
export function needsReason(rule: SexRule | null | undefined, gender: Gender): boolean {
  return rule != null && gender !== 'OTHER' && gender !== rule
}

/** Asks for the reason, about one patient or about those of several beds. The server refuses in the same words. */
export function sexRuleQuestion(
  ward: string,
  rule: SexRule,
  whom: 'this patient' | 'other patients',
): string {
  const are = whom === 'this patient' ? 'is' : 'are'
  return `${ward} is ${sexRuleWords(rule)}. Say why ${whom} ${are} placed there.`
}
