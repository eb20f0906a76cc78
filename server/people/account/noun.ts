import {
  editProfile,
  endOtherSessions,
  endOwnSession,
  endStaffSessions,
  listOwnSessions,
  type Profile,
  readOwnSignIn,
  readProfile,
  readStaffSignIn,
  removeStaffTwoFactor,
} from '../../../contract/people/account.ts'
import { editStaffMember } from '../../../contract/people/staff.ts'
import { Refusal } from '../../ground/http/errors.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, found, recordById, updateRow } from '../../ground/records/record.ts'
import * as queries from './queries.ts'

const own: EditedKind<Profile> = {
  called: 'your account',
  gone: 'This account does not exist.',
  read: queries.profile,
  changedBy: [editProfile, editStaffMember],
}

export const account = {
  routes(app) {
    serve(app, readProfile, async ({ db, staff }) => recordById(db, own, staff.id))

    serve(app, editProfile, async (call) => {
      const { staff, body, audit, afterCommit } = call
      afterCommit(() => app.lantern.sessions.forget(staff.id))
      audit.subjectId = staff.id
      const itself = { ...call, params: { id: staff.id } }
      return editRecord(itself, own, (before) => {
        const { firstName = before.firstName, lastName = before.lastName } = body
        return updateRow(itself, 'staff', {
          first_name: firstName,
          last_name: lastName,
          name: `${firstName} ${lastName}`,
        })
      })
    })

    serve(app, listOwnSessions, async ({ db, staff, now }) => queries.sessionsOf(db, staff, now))

    serve(app, endOwnSession, async ({ trx, staff, params, audit, afterCommit }) => {
      afterCommit(() => app.lantern.sessions.forget(staff.id))
      const ended = await queries.endSessions(trx, staff.id, { only: params.id })
      found({ gone: 'This session has ended already.' }, ended || undefined)
      audit.changes = { ended }
      return { id: params.id }
    })

    serve(app, endOtherSessions, async ({ trx, staff, audit, afterCommit }) => {
      afterCommit(() => app.lantern.sessions.forget(staff.id))
      const ended = await queries.endSessions(trx, staff.id, { but: staff.sessionId })
      audit.changes = { ended }
      return { ended }
    })

    serve(app, readOwnSignIn, async ({ db, staff }) => queries.ownSignIn(db, staff.id))

    serve(app, readStaffSignIn, async ({ db, params, now }) =>
      found(own, await queries.signInOf(db, params.id, now)),
    )

    serve(app, endStaffSessions, async ({ trx, params, audit, now, afterCommit }) => {
      afterCommit(() => app.lantern.sessions.forget(params.id))
      const before = found(own, await queries.signInOf(trx, params.id, now))
      audit.changes = { ended: await queries.endSessions(trx, params.id) }
      return { ...before, sessions: 0 }
    })

    serve(app, removeStaffTwoFactor, async ({ trx, params, staff, audit, now, afterCommit }) => {
      // Under Settings the password is asked for: a screen that somebody left open must not become their account.
      if (params.id === staff.id) {
        throw new Refusal(
          'own_account',
          'Turn off your own two-factor authentication, and remove your own passkeys, under Settings.',
        )
      }
      afterCommit(() => app.lantern.sessions.forget(params.id))
      found(own, await queries.signInOf(trx, params.id, now))
      const { hadTwoFactor, passkeys } = await queries.removeFactors(trx, params.id)
      // The finder of a lost phone may be signed in on it.
      const ended = await queries.endSessions(trx, params.id)
      audit.changes = { twoFactor: [hadTwoFactor, false], passkeys: [passkeys, 0], ended }
      return found(own, await queries.signInOf(trx, params.id, now))
    })
  },
} satisfies Noun
