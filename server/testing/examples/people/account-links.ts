import { randomBytes } from 'node:crypto'
import type * as accountLinks from '../../../../contract/people/account-links.ts'
import type * as signOn from '../../../../contract/people/sign-on.ts'
import { type Examples, example, one, type People } from '../../example.ts'

export function examples({ admin, doctor, roleless }: People): Examples<typeof accountLinks & typeof signOn> {
  return {
    giveResetLink: async () =>
      example(
        admin,
        { ...one(doctor), body: { token: randomBytes(32).toString('base64url') } },
        { subject: doctor.id },
      ),
    readOwnSignOn: async () => example(roleless),
    askConfirmation: async () =>
      example(roleless, { body: { email: roleless.email } }, { subject: roleless.id }),
  }
}
