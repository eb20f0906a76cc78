import { expect, test } from 'vitest'
import { grantable } from '../../../contract/people/grantable.ts'
import { permissionAreas } from '../../../contract/people/permission-words.ts'
import { granted } from '../../../contract/people/roles.ts'
import { actWords, fittingTo, others, withoutPermission, withPermission } from './role-form.ts'

test('each permission that can be given is in one area, but for the dashboard, which every role has', () => {
  const listed = permissionAreas.flatMap(({ acts }) => acts.map(([permission]) => permission))
  expect(listed.toSorted()).toEqual(grantable.filter((one) => one !== 'dashboard.view').toSorted())
  expect(granted([])).toEqual(['dashboard.view'])
})

test('a permission brings those that it needs, and takes along those that need it', () => {
  const all = withPermission(granted([]), 'clinical.observe')
  expect(all).toEqual(['dashboard.view', 'patient.view', 'clinical.view', 'clinical.observe', 'bed.view'])
  expect(withoutPermission(all, 'clinical.view')).toEqual(['dashboard.view', 'patient.view', 'bed.view'])
  expect(withoutPermission(all, 'patient.view')).toEqual(['dashboard.view'])
  for (const permission of grantable) {
    // However the boxes are ticked, none is left that needs another.
    const left = withoutPermission([...grantable], permission)
    expect(left.reduce((chosen, one) => withPermission(chosen, one), left)).toEqual(left)
  }
})

test('a role that is no longer one of doctors keeps what others can have', () => {
  const chosen = withPermission(granted([]), 'clinical.prescribe')
  expect(fittingTo(true, chosen)).toEqual(chosen)
  expect(fittingTo(false, chosen)).toEqual(['dashboard.view', 'patient.view', 'clinical.view', 'bed.view'])
})

test('what a role allows and what it does not are said in words', () => {
  const chosen = granted(['patient.view', 'bed.view'])
  expect(actWords(chosen)).toBe('Find and see patients, see beds and admissions')
  expect(actWords(others(chosen, false))).toMatch(/^Register and edit patients, report allergies, /)
  expect(actWords(others(chosen, true))).toContain('prescribe and stop medicines')
})
