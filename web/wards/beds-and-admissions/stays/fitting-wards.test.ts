import { expect, test } from 'vitest'
import { fittingWards } from './fitting-wards.ts'

const today = '2026-11-23'

test.each([
  ['a woman of 42', { dateOfBirth: '1984-02-03', gender: 'FEMALE' }, undefined, ['GENERAL']],
  ['a child of 4', { dateOfBirth: '2022-02-03', gender: 'MALE' }, undefined, ['PEDIATRIC']],
  ['somebody of 15 years', { dateOfBirth: '2010-11-24', gender: 'MALE' }, undefined, ['PEDIATRIC']],
  ['somebody of 16 years', { dateOfBirth: '2010-11-23', gender: 'MALE' }, undefined, ['GENERAL']],
  ['a mother', { dateOfBirth: '1998-02-03', gender: 'FEMALE' }, 'MATERNITY', ['MATERNITY', 'GENERAL']],
  ['a man born on the ward', { dateOfBirth: '1998-02-03', gender: 'MALE' }, 'MATERNITY', ['GENERAL']],
  ['a newborn', { dateOfBirth: '2026-11-22', gender: 'MALE' }, 'MATERNITY', ['MATERNITY', 'PEDIATRIC']],
  ['a boy of 4 born on the ward', { dateOfBirth: '2022-02-03', gender: 'MALE' }, 'MATERNITY', ['PEDIATRIC']],
  ['a child among adults', { dateOfBirth: '2022-02-03', gender: 'FEMALE' }, 'GENERAL', ['PEDIATRIC']],
  ['an adult who was a child here', { dateOfBirth: '1998-02-03', gender: 'MALE' }, 'PEDIATRIC', ['GENERAL']],
  ['who is in intensive care', { dateOfBirth: '1984-02-03', gender: 'MALE' }, 'ICU', ['ICU', 'GENERAL']],
] as const)('%s fits these wards', (_, patient, lastWard, fitting) => {
  expect(fittingWards(patient, today, lastWard)).toEqual(fitting)
})
