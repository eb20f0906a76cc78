import { confirmHours, resetMinutes } from '../../../../contract/people/account-links.ts'
import type { LetterWriter } from '../../mail/letters.ts'
import type { LinkKind } from '../../mail/outbox.ts'
import { mailedLink } from './account-links.ts'

interface Words {
  subject: (hospital: string) => string
  page: string
  why: (hospital: string) => string
  how: string
  otherwise: string
}

const words: Record<LinkKind, Words> = {
  reset: {
    subject: (hospital) => `Choose a new password for ${hospital}`,
    page: '/sign-in/reset',
    why: (hospital) => `Someone asked to reset the password of your Lantern account at ${hospital}.`,
    how: `To choose a new password, open this link within ${resetMinutes} minutes. It works once.`,
    otherwise: 'If you did not ask for this, you do not need to do anything. Your password has not changed.',
  },
  confirm: {
    subject: (hospital) => `Confirm your e-mail address for ${hospital}`,
    page: '/sign-in/confirm',
    why: (hospital) => `This e-mail address was given for a Lantern account at ${hospital}.`,
    how: `To confirm that it is yours, open this link within ${confirmHours} hours.`,
    otherwise: 'If you have no account there, you do not need to do anything.',
  },
}

/**
 * Writes what is due. The token stands behind the # of the link, which no browser sends to any server: it is in no log,
 * and in no Referer.
 */
export function linkLetter(kind: LinkKind): LetterWriter {
  return ({ db, clock, hospital, publicUrl }) =>
    async ({ id, staffId }) => {
      const link = await mailedLink(db, { id, kind, staffId, now: clock() })
      if (!link) return null
      const { name } = await hospital.read()
      const { subject, page, why, how, otherwise } = words[kind]
      const lines = [
        `Hello ${link.to.firstName},`,
        why(name),
        how,
        `${publicUrl}${page}#${link.token}`,
        otherwise,
      ]
      return {
        to: { name: link.to.name, address: link.to.email },
        subject: subject(name),
        text: `${lines.join('\n\n')}\n`,
      }
    }
}
