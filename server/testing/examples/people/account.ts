import type * as ownAccount from '../../../../contract/people/account.ts'
import { listOwnSessions, readProfile } from '../../../../contract/people/account.ts'
import { newAccount, password, type StaffClient, sendSignUp } from '../../app.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'

let renamed = 0

export function examples({ admin, doctor, roleless }: People): Examples<typeof ownAccount> {
  /** Somebody else, who is signed in at one place. */
  async function colleague(): Promise<{ id: string }> {
    const answer = await sendSignUp({ visitor: admin }, newAccount())
    return (answer.body as { user: { id: string } }).user
  }

  return {
    readProfile: async () => example(roleless),
    editProfile: async () => {
      const own = (await doctor.call(readProfile)).body
      renamed++
      return example(doctor, { body: { firstName: `Ada${renamed}` } }, { subject: own.id, ...ifMatch(own) })
    },
    listOwnSessions: async () => example(roleless),
    endOwnSession: async () => {
      const other = await anotherSession(roleless)
      return example(roleless, one(other), { subject: other.id })
    },
    endOtherSessions: async () => example(roleless, { body: { which: 'others' } }),
    readStaffSignIn: async () => example(admin, one(doctor)),
    readOwnSignIn: async () => example(roleless),
    endStaffSessions: async () => example(admin, one(await colleague()), { subject: idIn }),
    removeStaffTwoFactor: async () => example(admin, one(await colleague()), { subject: idIn }),
  }
}

/** Signs the same person in at another place. */
async function anotherSession(somebody: StaffClient): Promise<{ id: string }> {
  const body = { email: somebody.email, password }
  await somebody.send('POST', '/api/auth/sign-in/email', { body })
  const other = (await somebody.call(listOwnSessions)).body.find(({ isThis }) => !isThis)
  if (!other) throw new Error('there is no other session')
  return other
}

let made = 0
export const edits: Edits = {
  editProfile: () => ({ firstName: 'Ines', lastName: `Duarte ${made++}` }),
}
