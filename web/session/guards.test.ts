import { expect, test } from 'vitest'
import { internalPath } from './guards.ts'

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
