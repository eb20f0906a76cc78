import { existWords } from '../../../contract/wards/bed-numbers.ts'
import { type Bed, changeBed } from '../../../contract/wards/beds.ts'
import { sexRuleQuestion } from '../../../contract/wards/sex-rule.ts'
import type { SexRule } from '../../../contract/wards/wards.ts'
import { Refusal, saidWith, violatedConstraint } from '../../ground/http/errors.ts'
import type { EditedKind } from '../../ground/records/record.ts'
import { bedById } from './queries.ts'

export const bed: EditedKind<Bed> = {
  called: 'this bed',
  gone: 'This bed doesn’t exist or has been removed.',
  read: bedById,
  changedBy: [changeBed],
  audited: ['status', 'bedNumber', 'ward', 'unitName', 'notes', 'expectedDischargeDate', 'sexRuleReason'],
}

/** Says beside the bed's number that another bed has it. */
export function numberRefusal(error: unknown, bedNumber: string): unknown {
  if (violatedConstraint(error) !== 'bed_number_once') return error
  const message = `Another bed already has the number ${bedNumber}.`
  return new Refusal('bed_number_taken', message, { errors: [{ path: 'bedNumber', message }] })
}

/** Says beside the numbers of several beds which of them other beds have. */
export async function numbersRefusal(
  error: unknown,
  takenAmongThem: () => Promise<readonly string[]>,
): Promise<unknown> {
  if (violatedConstraint(error) !== 'bed_number_once') return error
  const taken = await takenAmongThem()
  const which = taken.length > 0 ? existWords(taken) : 'Some of them existed already.'
  const message = `${which} No bed was added.`
  return new Refusal('bed_number_taken', message, { errors: [{ path: 'bedNumbers', message }] })
}

/** Asks why somebody is placed in a ward for the other sex; keep_sex_rule says the ward's name and its rule with the constraint. */
export function sexRuleRefusal(error: unknown, whom: 'this patient' | 'other patients'): unknown {
  const { detail: ward, hint: rule } = saidWith(error)
  if (violatedConstraint(error) !== 'stay_sex_rule_has_reason' || !ward) return error
  const message = sexRuleQuestion(ward, rule as SexRule, whom)
  return new Refusal('ward_for_other_sex', message, { errors: [{ path: 'sexRuleReason', message }] })
}

/** Says a violated constraint in terms of a bed that is to leave use. */
export function leavingUseRefusal(error: unknown, bed: Bed): unknown {
  const inUse = ['stay_open_needs_usable_bed', 'stay_bed_id_fkey'].includes(violatedConstraint(error) ?? '')
  return inUse
    ? new Refusal('bed_occupied', `Bed ${bed.bedNumber} is occupied. Discharge or transfer them first.`)
    : error
}

/** The patients who are in these beds. */
export function patientsIn(beds: readonly Bed[]): string[] {
  return [...new Set(beds.flatMap((bed) => (bed.patientId ? [bed.patientId] : [])))]
}
