import { confirmHours } from '../../../../contract/people/account-links.ts'
import type { LetterWriter } from '../../mail/letters.ts'
import { mailedSignUp } from './pending-sign-ups.ts'

/**
 * Tells the owner of an e-mail address that it was given to sign up: with a link, or that they have an account. The names
 * that were typed are left out, because anybody can have this letter sent to anybody.
 */
export const signUpLetter: LetterWriter = ({ db, clock, hospital, publicUrl }) => {
  return async ({ pendingSignUpId }) => {
    const to = await mailedSignUp(db, pendingSignUpId, clock())
    if (!to) return null
    const { name: hospitalName } = await hospital.read()
    const { subject, lines } = to.isKnown
      ? {
          subject: `You already have an account at ${hospitalName}`,
          lines: [
            `Hello ${to.firstName},`,
            `Someone, perhaps you, tried to sign up for Lantern at ${hospitalName} with this e-mail address. It already has an account. Nothing has changed.`,
            `Sign in: ${publicUrl}/sign-in`,
            `Forgot your password? ${publicUrl}/sign-in/forgot`,
            'If this was not you, you do not need to do anything.',
          ],
        }
      : {
          subject: `Finish signing up at ${hospitalName}`,
          lines: [
            'Hello,',
            `This e-mail address was given to sign up for Lantern at ${hospitalName}.`,
            `To create the account, open this link within ${confirmHours} hours and enter the password that you chose. It works once.`,
            `${publicUrl}/sign-up/confirm#${to.token}`,
            'If this was not you, you do not need to do anything. No account was created.',
          ],
        }
    return {
      to: { name: to.isKnown ? to.name : '', address: to.email },
      subject,
      text: `${lines.join('\n\n')}\n`,
    }
  }
}
