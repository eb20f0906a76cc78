import { z } from 'zod'
import { requiredText } from './api/fields.ts'
import { InvitationToken } from './staff/invitations.ts'

/** What /api/auth takes. Better Auth answers there; what it is not told to know, it does not get to see. */

export const shortestPassword = 8
export const longestPassword = 128

const email = requiredText('E-mail is required', 254).pipe(z.email('Invalid email address'))
const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(longestPassword, `At most ${longestPassword} characters`)

/** POST /api/auth/sign-in/email */
export const SignIn = z.strictObject({ email, password })

/** POST /api/auth/sign-up/email; `name` is made of the other two whatever it says. */
export const SignUp = z.strictObject({
  name: z.string().optional(),
  firstName: requiredText('First name is required', 100),
  lastName: requiredText('Last name is required', 100),
  email,
  password: password.min(shortestPassword, `At least ${shortestPassword} characters`),
  /** Of the link that invited; its roles are offered to the account. */
  invitation: InvitationToken.optional(),
})
