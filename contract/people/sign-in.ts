import { z } from 'zod'
import { Id, lines, requiredText } from '../api/fields.ts'
import { LinkToken } from './account-links.ts'
import { InvitationToken } from './invitations.ts'

/** The bodies that /api/auth takes. Better Auth answers there, and gets no other field. */

export const shortestPassword = 8
export const longestPassword = 128

/** A recovery code, with room for how somebody types it. */
export const longestCode = 60

const email = requiredText('E-mail is required', 254).pipe(z.email('Invalid email address'))
const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(longestPassword, `At most ${longestPassword} characters`)

const newPassword = password.min(shortestPassword, `At least ${shortestPassword} characters`)

/** POST /api/auth/sign-in/email; `code` is of the authenticator app, or a recovery code. */
export const SignIn = z.strictObject({ email, password, code: lines(longestCode).optional() })

/** POST /api/auth/forgotten-password: for a mail with a link. */
export const AskReset = z.strictObject({ email })
export type AskReset = z.infer<typeof AskReset>

/** POST /api/auth/new-password, with the token of such a link. */
export const ResetPassword = z.strictObject({ token: LinkToken, password: newPassword })
export type ResetPassword = z.infer<typeof ResetPassword>

/** POST /api/auth/confirmed-email, with the token of a link that was sent there. */
export const ConfirmEmail = z.strictObject({ token: LinkToken })
export type ConfirmEmail = z.infer<typeof ConfirmEmail>

/**
 * POST /api/auth/sign-up/email. The server builds `name` from the first and last name and ignores what was sent. Where the
 * e-mail address is confirmed first, the answer is `{ isAsked: true }`, whether it has an account or not.
 */
export const SignUp = z.strictObject({
  // Better Auth requires a name to sign up.
  name: z.string().default(''),
  firstName: requiredText('First name is required', 100),
  lastName: requiredText('Last name is required', 100),
  email,
  password: newPassword,
  /** The token of the invitation; its roles are offered to the account. */
  invitation: InvitationToken.optional(),
})
export type SignUp = z.infer<typeof SignUp>

/** POST /api/auth/confirmed-sign-up, with the token of the link that a sign-up was mailed, and the password typed then. */
export const ConfirmSignUp = z.strictObject({ token: LinkToken, password })
export type ConfirmSignUp = z.infer<typeof ConfirmSignUp>

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/, 'Use your passkey again')
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use your passkey again')
    .nullish(),
  clientExtensionResults: z.object({}),
}

/** A passkey or a signature from a browser, in JSON. Browsers send other fields too, which are left out. */
export const PasskeyMade = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    // Browsers may know more ways than today's: 'usb', 'nfc', 'ble', 'hybrid', 'internal', 'smart-card'.
    transports: z
      .array(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use your passkey again'))
      .max(10)
      .optional(),
  }),
})
export type PasskeyMade = z.infer<typeof PasskeyMade>

/** POST /api/auth/sign-in/passkey and /api/auth/unlock/passkey */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const longestPasskeyName = 60

/** POST /api/auth/passkey/add */
export const AddPasskey = z.strictObject({
  name: requiredText('Name is required', longestPasskeyName),
  made: PasskeyMade,
})

/** POST /api/auth/passkey/remove */
export const RemovePasskey = z.strictObject({ id: Id, password })

/** POST /api/auth/lock and /api/auth/active */
export const Nothing = z.strictObject({}).nullish()

/** POST /api/auth/unlock, /two-factor/recovery-codes and /two-factor/disable: the password, once more. */
export const Confirmed = z.strictObject({ password })

/** POST /api/auth/export: the password, and the code where the account has an authenticator app, once more. */
export const ConfirmExport = z.strictObject({ password, code: lines(longestCode).optional() })
export type ConfirmExport = z.infer<typeof ConfirmExport>

/** POST /api/auth/change-password */
export const ChangePassword = z.strictObject({ password, newPassword })

/** POST /api/auth/two-factor/enable: the secret that the app was given, in base 32, and the code that it makes of it now. */
export const EnableTwoFactor = z.strictObject({
  password,
  secret: z.string().regex(/^[A-Z2-7]{32}$/, 'Scan the code with your app again'),
  code: z
    .string({ error: 'Code is required' })
    .trim()
    .min(1, 'Code is required')
    .max(20, 'Enter the digits that your app shows'),
})

/**
 * POST /api/auth/sign-on/begin: where the hospital's own provider is, to sign in, or with one's password to link the account
 * that asks.
 */
export const SignOnBegin = z
  .strictObject({ isLinking: z.boolean().optional(), password: password.optional() })
  .refine(({ isLinking, password: given }) => !isLinking || given !== undefined, {
    path: ['password'],
    error: 'Password is required',
  })
export type SignOnBegin = z.infer<typeof SignOnBegin>

/** POST /api/auth/sign-on/finish: what the provider sent the browser back with. */
export const SignOnFinish = z.strictObject({
  state: z.string().max(500),
  code: z.string().max(8000).optional(),
  iss: z.string().max(2000).optional(),
  error: z.string().max(200).optional(),
})
export type SignOnFinish = z.infer<typeof SignOnFinish>

/** POST /api/auth/sign-on/unlink */
export const SignOnUnlink = z.strictObject({ password })
export type SignOnUnlink = z.infer<typeof SignOnUnlink>
