import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { LetterWriter } from '../../ground/mail/letters.ts'
import { tokenHash } from '../../ground/sign-in/token-hash.ts'

/** The link of an invitation. It is made as it is sent, so that it stands nowhere else; the one before it ends with that. */
export const invitationLetter: LetterWriter = ({ db, hospital, publicUrl }) => {
  return async ({ invitationId }) => {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await sql<{
      firstName: string | null
      lastName: string | null
      email: string
      by: string
    }>`
      update invitation set token_hash = ${tokenHash(token)} from staff maker
      where invitation.id = ${invitationId} and is_mailed and is_open(invitation) and maker.id = made_by
      returning invitation.first_name as "firstName", invitation.last_name as "lastName", invitation.email, maker.name as by
    `.execute(db)
    const [invited] = rows
    if (!invited) return null
    const { name } = await hospital.read()
    const lines = [
      `Hello${invited.firstName ? ` ${invited.firstName}` : ''},`,
      `${invited.by} invites you to work with Lantern at ${name}.`,
      'To create your account, open this link. It works once.',
      `${publicUrl}/sign-up#${token}`,
      'If you did not expect this, you do not need to do anything.',
    ]
    return {
      to: {
        name: [invited.firstName, invited.lastName].filter(Boolean).join(' '),
        address: invited.email,
      },
      subject: `Your invitation to ${name}`,
      text: `${lines.join('\n\n')}\n`,
    }
  }
}
