import { isNotFound } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { Me } from '../../../contract/people/staff.ts'
import { permissionsOf } from '../../../contract/permissions.ts'
import { internalPath, originSearch, requireRecord } from './guards.ts'

test('an origin within the application is remembered, with its search and place', () => {
  expect(internalPath('/patients?search=rao&page=2#top')).toBe('/patients?search=rao&page=2#top')
  expect(internalPath('/patients/../staff')).toBe('/staff')
})

test('an origin on another site is not', () => {
  for (const from of [
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https://evil.test/patients',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/ /evil.test',
    'patients',
    '',
    undefined,
    7,
    ['/patients'],
  ]) {
    expect(internalPath(from), String(from)).toBeUndefined()
    expect(originSearch({ from }), String(from)).toEqual({ from: undefined })
  }
})

test('an address that can be no record’s is not found, before anything is asked', () => {
  const context = { me: { role: 'admin', permissions: permissionsOf('admin') } as Me }
  const arrive = (id: string) => () => requireRecord('patient.view')({ context, params: { id } })
  expect(arrive('11111111-1111-4111-8111-111111111111')).not.toThrow()
  for (const id of ['abc', '1', 'PO1001', 'orders', '']) {
    let thrown: unknown
    try {
      arrive(id)()
    } catch (error) {
      thrown = error
    }
    expect(isNotFound(thrown), id).toBe(true)
  }
})

test('the screens on the way in are not, for they would lead in a circle', () => {
  for (const from of [
    '/',
    '/sign-in',
    '/sign-in?from=/staff',
    '/sign-in/forgot',
    '/sign-up',
    '/sign-out',
    '/select-role',
    '/unauthorized',
  ]) {
    expect(internalPath(from), from).toBeUndefined()
  }
})
