import pg from 'pg'
import { expect, test } from 'vitest'
import type { InventoryItem } from '../../../contract/store/items.ts'
import type { Bed } from '../../../contract/wards/beds.ts'
import { allergies } from '../../clinical/allergies/noun.ts'
import { medications } from '../../clinical/medications/noun.ts'
import { appointments } from '../../front-desk/appointments/noun.ts'
import { refusalOf as appointmentRefusal, bookingRefusal } from '../../front-desk/appointments/refusals.ts'
import { type Change, labels } from '../../ground/db/changes.ts'
import { Refusal } from '../../ground/http/errors.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { staff } from '../../people/staff/noun.ts'
import { inventory } from '../../store/items/noun.ts'
import { bookingRefusal as stockRefusal } from '../../store/items/refusals.ts'
import { purchaseOrders } from '../../store/purchase-orders/noun.ts'
import { storageLocations } from '../../store/storage-locations/noun.ts'
import { admissions as stays } from '../../wards/admissions/noun.ts'
import * as admissions from '../../wards/admissions/refusals.ts'
import { beds as places } from '../../wards/beds/noun.ts'
import * as beds from '../../wards/beds/refusals.ts'
import { units } from '../../wards/units/noun.ts'

// The sentence for a violated constraint, and the screens that a change reaches, written out a second time in the files beside
// this one. After a change that is meant, `vitest run server/testing/walks/violations -u` writes them anew.

const nouns: readonly Noun[] = [
  stays,
  places,
  units,
  appointments,
  inventory,
  purchaseOrders,
  storageLocations,
  allergies,
  medications,
  staff,
]

test('what a violated constraint means', async () => {
  const rows = nouns
    .flatMap(({ constraints = {} }) => Object.entries(constraints))
    .map(([name, { code, detail, path }]) => `${name}: ${code}${path ? ` (${path})` : ''}: ${detail}`)
  await expect(`${rows.sort().join('\n')}\n`).toMatchFileSnapshot('said/constraints.txt')
})

/** All that a change may tell: each label by itself, and days before and at today. */
const tellings: [name: string, told: Change['told']][] = [
  ...labels.map((label): [string, Change['told']] => [label, { [label]: ['key'] }]),
  ['yesterday', { day: ['2026-11-24'] }],
  ['today', { day: ['2026-11-25'] }],
]

test('what has to be loaded again after a change', async () => {
  const today = '2026-11-25'
  const words = (reloads: (change: Change, today: string) => readonly string[] | 'every') => {
    const of = (told: Change['told']) => [reloads({ noun: '', id: 'itself', told }, today)].flat().join(' ')
    const always = of({})
    const only = tellings.flatMap(([name, told]) => (of(told) === always ? [] : [`${name}: ${of(told)}`]))
    return [always, ...only].filter(Boolean).join('; ')
  }
  const rows = nouns.flatMap(({ live: { stale = {}, records = [] } = {} }) => [
    ...Object.entries(stale).flatMap(([kind, nouns]) =>
      Object.entries(nouns).map(([noun, reloads]) => `${kind} after ${noun}: ${words(reloads)}`),
    ),
    ...records.map(({ noun, kinds, scopesOf, carrying = {}, overturned = {} }) => {
      const carried = [...Object.keys(carrying), ...Object.keys(overturned)].join(' ')
      return `${kinds.join(' ')} hold ${noun}: ${words(scopesOf)}, and what changes with ${carried || 'nothing'}`
    }),
  ])
  await expect(`${rows.sort().join('\n')}\n`).toMatchFileSnapshot('said/live.txt')
})

const violation = (constraint: string, more: object = {}) =>
  Object.assign(new pg.DatabaseError('violated', 8, 'error'), { constraint, ...more })

/** 'bed_occupied: Bed 7 is occupied. [bedId]', or that the error is left as it is. */
function said(answer: unknown): string {
  if (!(answer instanceof Refusal)) return answer instanceof pg.DatabaseError ? 'as it is' : String(answer)
  const fields = answer.extra.errors?.map(({ path, message }) =>
    message === answer.message ? path : `${path}: ${message}`,
  )
  return `${answer.code}: ${answer.message}${fields ? ` [${fields.join(', ')}]` : ''}`
}

const bed = { bedNumber: 'A-101', patientId: 'p' } as Bed
const item = { name: 'Gauze', unit: 'pcs' } as InventoryItem
const asked = { date: '2026-11-25', time: '14:30' }

/** The forms that word errors of the database themselves, and the constraints that they know. */
const ways: Record<string, [say: (error: unknown) => unknown, known: string]> = {
  'to book an appointment': [
    (error) => bookingRefusal(error, asked, { style: '24h' as never }),
    `appointment_one_per_seat appointment_one_per_doctor_slot appointment_one_per_patient_doctor_day appointment_in_hours
     appointment_while_doctor_is_in appointment_while_free appointment_walk_ins appointment_at_a_time_that_is
     appointment_open_needs_current_patient appointment_needs_active_doctor appointment_patient_id_fkey`,
  ],
  'to admit': [
    (error) => admissions.admissionRefusal(error, bed),
    `stay_one_per_bed stay_open_needs_usable_bed stay_bed_id_fkey admission_one_active_per_patient admission_one_at_a_time
     admission_within_memory admission_after_birth admission_patient_id_fkey admission_active_needs_patient
     admission_needs_active_doctor`,
  ],
  'to choose a doctor': [admissions.doctorRefusal, 'admission_needs_active_doctor'],
  'to sign a summary': [
    admissions.summaryRefusal,
    'admission_summary_after_discharge admission_summary_signed_once',
  ],
  'to discharge': [
    admissions.leavingRefusal,
    'stay_ends_after_start admission_discharged_after_admission appointment_open_needs_current_patient',
  ],
  'to number a bed': [(error) => beds.numberRefusal(error, 'A-101'), 'bed_number_once'],
  'to take a bed out of use': [
    (error) => beds.leavingUseRefusal(error, bed),
    'stay_open_needs_usable_bed stay_bed_id_fkey',
  ],
  ...Object.fromEntries(
    [
      { kind: 'ISSUE', ward: 'ICU' } as const,
      { kind: 'RETURN', patientId: 'p' } as const,
      { kind: 'RETURN' } as const,
    ].map((form) => [
      `to move stock, ${Object.values(form).join(' ')}`,
      [
        (error: unknown) => stockRefusal(error, item, form),
        `batch_never_below_zero item_never_below_zero movement_balance_bounded item_value_bounded movement_worth_bounded
         movement_not_expired movement_batch_of_item stock_movement_batch_id_fkey movement_needs_patient
         movement_returns_what_was_issued`,
      ],
    ]),
  ),
}

test('what a form says of a violated constraint, and beside which field', async () => {
  const rows = Object.entries(ways).flatMap(([what, [say, known]]) => [
    `# ${what}`,
    ...[...known.trim().split(/\s+/), 'another'].map((name) => `${name}: ${said(say(violation(name)))}`),
    `no violation: ${said(say('as it was'))}`,
    '',
  ])
  await expect(rows.join('\n')).toMatchFileSnapshot('said/forms.txt')
})

test('a form knows only the constraints of its own', () => {
  expect(appointmentRefusal(undefined, asked, { style: '24h' as never })).toBeUndefined()
})

test('several beds are told by the numbers that exist, and a ward’s rule by its name', async () => {
  const number = violation('bed_number_once')
  expect(said(await beds.numbersRefusal(number, async () => ['A-1', 'A-2']))).toBe(
    'bed_number_taken: A-1 to A-2 exist already. No bed was added. [bedNumbers]',
  )
  expect(said(await beds.numbersRefusal(number, async () => []))).toBe(
    'bed_number_taken: Some of them existed already. No bed was added. [bedNumbers]',
  )
  expect(said(await beds.numbersRefusal(violation('another'), async () => ['A-1']))).toBe('as it is')
  const rule = { detail: 'Ward 3', hint: 'FEMALE' }
  expect(said(beds.sexRuleRefusal(violation('stay_sex_rule_has_reason', rule), 'other patients'))).toBe(
    'ward_for_other_sex: Ward 3 is for women. Say why other patients are placed there. [sexRuleReason]',
  )
  expect(said(admissions.admissionRefusal(violation('stay_sex_rule_has_reason', rule), bed))).toBe(
    'ward_for_other_sex: Ward 3 is for women. Say why this patient is placed there. [sexRuleReason]',
  )
  expect(said(beds.sexRuleRefusal(violation('another', rule), 'other patients'))).toBe('as it is')
  expect(said(beds.sexRuleRefusal(violation('stay_sex_rule_has_reason'), 'other patients'))).toBe('as it is')
})

test('a chosen bed that is gone, one that was left, and who lies in several', () => {
  expect(admissions.chosenBed(bed)).toBe(bed)
  expect(() => admissions.chosenBed(undefined)).toThrow('This bed doesn’t exist or has been removed.')
  expect(said(admissions.movedMeanwhile(bed))).toBe(
    'conflict: The patient was just moved to A-101. [fromBedId]',
  )
  expect(said(admissions.movedMeanwhile(undefined))).toBe(
    'conflict: The patient was just moved to another bed. [fromBedId]',
  )
  expect(beds.patientsIn([bed, { ...bed, patientId: null }, bed, { ...bed, patientId: 'q' }])).toEqual([
    'p',
    'q',
  ])
})
