import { z } from 'zod'
import { requiredText } from '../../../contract/api/fields.ts'

/** The checks of the sign-in forms before they are sent; the server checks again. */

export const shortestPassword = 8

const email = z.string().trim().min(1, 'E-mail is required').pipe(z.email('Invalid email address'))

export const newPassword = z
  .string()
  .min(1, 'Password is required')
  .min(shortestPassword, `At least ${shortestPassword} characters`)
  .max(128, 'At most 128 characters')

export const SignInForm = z.object({ email, password: z.string().min(1, 'Password is required') })

export const SignUpForm = z.object({
  firstName: requiredText('First name is required', 100),
  lastName: requiredText('Last name is required', 100),
  email,
  password: newPassword,
})

let typedEmail = ''

/**
 * Keeps the e-mail that stands in the sign-in form for the form that asks for a link: it is asked for there again, and the
 * sign-in form is on the screen until that one has come.
 */
export function keepTypedEmail(typed: string): void {
  typedEmail = typed
}

export function keptEmail(): string {
  return typedEmail
}
