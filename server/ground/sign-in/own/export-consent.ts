import { APIError } from 'better-auth/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { exportConfirmedForMinutes } from '../../../../contract/hospital/hospital-exports.ts'
import type { ConfirmExport, PasskeyAnswer } from '../../../../contract/people/sign-in.ts'
import { holderOf, isBuiltIn, may } from '../../../../contract/permissions.ts'
import type { Database } from '../../db/connect.ts'
import { invalidField, Refusal } from '../../http/errors.ts'
import type { Lantern } from '../../http/request-context.ts'
import { originOf } from '../attempt-origin.ts'
import type { Attempts, Verdict } from '../attempts.ts'
import { ownEntry } from '../audit-entries.ts'
import { textOf } from '../auth.ts'
import { passwordAccount, passwordVerifier } from '../passwords.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'

interface Asked<Body> {
  request: FastifyRequest
  reply: FastifyReply
  own: { id: string; email: string; hasStep: boolean }
  body: Body
}

/** Why it was not confirmed: its outcome in the trail, and its sentence. */
interface Failure {
  outcome: string
  refusal: Refusal
}

const action = 'confirmHospitalExport'

/**
 * Asks for both steps anew before the whole hospital leaves as a file, because a session can be days old and its screen left
 * open. Failures count like those of a sign-in.
 */
export function exportConsent(
  { db, audit, clock }: Pick<Lantern, 'db' | 'audit' | 'clock'>,
  options: { attempts: Attempts; secondFactor: SecondFactor; passkeys: Passkeys; isSecure: boolean },
) {
  const { attempts, secondFactor, passkeys, isSecure } = options
  const verify = passwordVerifier(db)

  /** Null where both steps are right. */
  async function faultIn({ own, body }: Asked<ConfirmExport>, hash: string): Promise<Failure | null> {
    if (!(await verify({ hash, password: body.password })))
      return failed('wrong_password', 'password', 'This password is wrong.')
    try {
      if (await secondFactor.demand(own.id, body.code ?? '')) return null
    } catch (error) {
      if (!(error instanceof APIError)) throw error
      const outcome = textOf(error.body, 'code').toLowerCase()
      return failed(
        outcome,
        outcome === 'passkey_required' ? 'password' : 'code',
        textOf(error.body, 'message'),
      )
    }
    return own.hasStep
      ? failed('passkey_required', 'password', 'Use your passkey: your account has no authenticator app.')
      : failed(
          'second_step_missing',
          'password',
          'Set up an authenticator app or a passkey first, under Settings, Your account.',
        )
  }

  function refuse({ request, own }: Asked<unknown>, { outcome, refusal }: Failure): Refusal {
    audit.note({ ...ownEntry(request, own.id, action, clock()), outcome })
    return refusal
  }

  return {
    /** @throws Refusal */
    async byPassword(of: Asked<ConfirmExport>): Promise<void> {
      const { request, reply, own } = of
      const hash = (await passwordAccount(db, own.id))?.password
      if (!hash)
        throw new Refusal(
          'conflict',
          'You have no password here. Use a passkey, which you add under Settings.',
        )
      const { result: fault } = await attempts.make(
        await attempts.toSignIn(own.email, originOf(request, isSecure)),
        () => reply.raw.destroyed,
        () => faultIn(of, hash),
        judge,
      )
      if (fault) throw refuse(of, fault)
    },

    passkeyOptions: ({ own }: Asked<unknown>, pageOrigin: string) =>
      passkeys.toSign(`export ${own.id}`, pageOrigin),

    /** @throws Refusal */
    async byPasskey(of: Asked<PasskeyAnswer>, pageOrigin: string): Promise<void> {
      if ((await passkeys.signedBy(of.body, `export ${of.own.id}`, pageOrigin)) === of.own.id) return
      throw refuse(of, {
        outcome: 'invalid_passkey',
        refusal: new Refusal('conflict', 'This passkey is not of this account. Enter the password.'),
      })
    },

    /** The export whose file may now be asked for once. @throws Refusal */
    async allow(trx: Database, staffId: string) {
      const { role } = await trx
        .selectFrom('staff')
        .select('role')
        .where('id', '=', staffId)
        .executeTakeFirstOrThrow()
      // No role of the hospital's own can have it.
      if (!role || !isBuiltIn(role) || !may(holderOf(role), 'hospital.export'))
        throw new Refusal('forbidden', 'Your role does not allow this. Ask an administrator if it should.', {
          permission: 'hospital.export',
        })
      const { id } = await trx
        .insertInto('hospital_export')
        .values({ staff_id: staffId })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { answer: { id, minutes: exportConfirmedForMinutes }, changes: null }
    },
  }
}

/** Only a wrong password or code is a guess. */
function judge(fault: Failure | null): Verdict {
  if (!fault) return 'proven'
  return ['wrong_password', 'invalid_code', 'code_used'].includes(fault.outcome) ? 'failure' : 'other'
}

function failed(outcome: string, path: string, sentence: string): Failure {
  return { outcome, refusal: invalidField(path, sentence) }
}
