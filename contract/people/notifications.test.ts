import { expect, test } from 'vitest'
import { holderOf, roles } from '../permissions.ts'
import { invite, readInvitation } from './invitations.ts'
import { chosenKinds, kindsFor } from './notifications.ts'

test('who is notified of what', () => {
  expect(roles.map((role) => [role, kindsFor(holderOf(role)).join(' ')])).toEqual([
    [
      'admin',
      'LOW_STOCK EXPIRY WAITING ROLE_GRANTED DEMO_REQUEST ONLINE_BOOKING RECORD_OPENED HOSPITAL_EXPORTED',
    ],
    ['doctor', 'BOOKED MOVED CANCELLED WAITING HIGH_NEWS2 ROLE_GRANTED ONLINE_BOOKING'],
    ['nurse', 'HIGH_NEWS2 ROLE_GRANTED'],
    ['pharmacist', 'LOW_STOCK EXPIRY ROLE_GRANTED'],
    ['receptionist', 'WAITING ROLE_GRANTED ONLINE_BOOKING'],
    ['inventory_manager', 'LOW_STOCK EXPIRY ROLE_GRANTED'],
  ])
  expect(kindsFor(null)).toEqual([])
})

test('no one turns off that a record was opened, or the hospital exported', () => {
  expect(chosenKinds.join(' ')).toBe(
    'LOW_STOCK EXPIRY BOOKED MOVED CANCELLED WAITING HIGH_NEWS2 ROLE_GRANTED DEMO_REQUEST ONLINE_BOOKING',
  )
})

test('an invitation has a token of 43 characters and a role', () => {
  const token = `${'a-_Z9'.repeat(8)}abc`
  const isOffer = (typed: string) => readInvitation.body.safeParse({ token: typed }).success
  expect([token, `${token}d`, token.slice(1), `+${token.slice(1)}`].map(isOffer)).toEqual([
    true,
    false,
    false,
    false,
  ])
  const said = (offeredRoles: string[]) =>
    invite.body.safeParse({ token, offeredRoles }).error?.issues.map(({ message }) => message)
  expect(said([])).toEqual(['Choose at least one role'])
  expect(said(['nurse'])).toBeUndefined()
})
