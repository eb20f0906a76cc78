import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, Moment, requiredText } from '../api/fields.ts'

/** One's own account, and what administrators decide about a colleague's sign-in. */

export const longestName = 100

/** One's own account as it is edited; what screens show of it is `Me`. */
export const Profile = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  version: z.number().int(),
  updatedAt: Moment,
})
export type Profile = z.infer<typeof Profile>

export const ProfileForm = z.strictObject({
  firstName: requiredText('First name is required', longestName),
  lastName: requiredText('Last name is required', longestName),
})

export const readProfile = endpoint({
  name: 'readProfile',
  summary: 'One’s own name and e-mail; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/me/profile',
  permission: 'signed-in',
  kind: 'read',
  reply: Profile,
})

export const editProfile = endpoint({
  name: 'editProfile',
  summary: 'Change one’s own name',
  method: 'PUT',
  path: '/me/profile',
  permission: 'signed-in',
  kind: 'edit',
  body: editOf(ProfileForm),
  reply: Profile,
})

export const OwnSession = z.object({
  id: z.string(),
  /** 'Chrome on Windows'; null where the browser does not say what it is. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  startedAt: Moment,
  /** To a few minutes. */
  usedAt: Moment,
  isLocked: z.boolean(),
  /** The one that asks. */
  isThis: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  summary: 'Where one is signed in, the last used first',
  method: 'GET',
  path: '/me/sessions',
  permission: 'signed-in',
  kind: 'read',
  reply: z.array(OwnSession),
})

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  summary: 'End one of one’s own sessions',
  method: 'DELETE',
  path: '/me/sessions/{id}',
  permission: 'signed-in',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'End all of one’s own sessions but the one that asks',
  method: 'POST',
  path: '/me/sessions/end',
  permission: 'signed-in',
  kind: 'change',
  body: z.strictObject({ which: z.literal('others') }),
  reply: z.object({ ended: z.number().int() }),
})

/** The second steps of one's own sign-in. */
export const OwnSignIn = z.object({
  /** Since when; null: it is off. */
  twoFactorSince: Moment.nullable(),
  recoveryCodesLeft: z.number().int(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), madeAt: Moment, usedAt: Moment.nullable() }),
  ),
})
export type OwnSignIn = z.infer<typeof OwnSignIn>

export const readOwnSignIn = endpoint({
  name: 'readOwnSignIn',
  summary: 'Whether signing in asks one for a second factor, and one’s passkeys',
  method: 'GET',
  path: '/me/sign-in',
  permission: 'signed-in',
  isBeforeSecondStep: true,
  kind: 'read',
  reply: OwnSignIn,
})

/** How a colleague gets in, as far as administrators are concerned. */
export const StaffSignIn = z.object({
  id: z.string(),
  sessions: z.number().int(),
  hasTwoFactor: z.boolean(),
  passkeys: z.number().int(),
})
export type StaffSignIn = z.infer<typeof StaffSignIn>

export const readStaffSignIn = endpoint({
  name: 'readStaffSignIn',
  summary: 'How many sessions and passkeys an account has, and whether it asks for a second factor',
  method: 'GET',
  path: '/staff/{id}/sign-in',
  permission: 'staff.manage',
  kind: 'read',
  params: byId,
  reply: StaffSignIn,
})

export const endStaffSessions = endpoint({
  name: 'endStaffSessions',
  summary: 'End all sessions of an account',
  method: 'DELETE',
  path: '/staff/{id}/sessions',
  permission: 'staff.manage',
  kind: 'change',
  params: byId,
  reply: StaffSignIn,
})

export const removeStaffTwoFactor = endpoint({
  name: 'removeStaffTwoFactor',
  summary:
    'Turn the two-factor authentication of an account off, remove its passkeys (a lost phone), and end its sessions',
  method: 'DELETE',
  path: '/staff/{id}/two-factor',
  permission: 'staff.manage',
  kind: 'change',
  params: byId,
  reply: StaffSignIn,
  errors: ['own_account'],
})

export const auditWords = {
  editProfile: 'edited their profile',
  endOwnSession: 'ended one of their sessions',
  endOtherSessions: 'ended their other sessions',
  endStaffSessions: 'signed a colleague out everywhere',
  removeStaffTwoFactor: 'removed a colleague’s two-factor sign-in',
}
