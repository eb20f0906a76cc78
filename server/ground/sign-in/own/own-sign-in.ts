import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  Countersign,
  CountersignOptions,
  CountersignWithPasskey,
} from '../../../../contract/people/countersignatures.ts'
import {
  AddPasskey,
  ChangePassword,
  ConfirmExport,
  Confirmed,
  EnableTwoFactor,
  Nothing,
  PasskeyAnswer,
  RemovePasskey,
} from '../../../../contract/people/sign-in.ts'
import type { Database } from '../../db/connect.ts'
import { lacksSecondStep } from '../../http/admit.ts'
import { invalidField, Refusal } from '../../http/errors.ts'
import { hasPassword } from '../../http/session.ts'
import type { AuditEntry } from '../../trail/entry.ts'
import { leaveEntry } from '../../trail/write.ts'
import { originOf, webOrigin } from '../attempt-origin.ts'
import type { Attempts } from '../attempts.ts'
import { ownEntry } from '../audit-entries.ts'
import type { Auth } from '../auth.ts'
import { tellHiddenFailures } from '../hidden-failures.ts'
import { closeLinks } from '../links/account-links.ts'
import { hashPassword, refuseEasyPassword, setPassword } from '../passwords.ts'
import { confirming } from './confirm.ts'
import { countersigning, type SignedBodies } from './countersign.ts'
import { exportConsent } from './export-consent.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'
import { keepsStep, removingStep, stepTaken } from './second-step.ts'

/** The owner of the session of the request's cookie. */
interface Own {
  id: string
  email: string
  name: string
  hasPassword: boolean
  sessionId: string
  isLocked: boolean
  /** From when the hospital asks this session for the second step that it was begun without. */
  stepDue: string | null
  /** Whether the account has one by now. */
  hasStep: boolean
}

/** Whether an act is open while the screen is locked, and before the required second step is set up. */
interface Openness {
  whileLocked?: boolean
  beforeStep?: 'always' | 'to set one up'
}

interface Act<Body> {
  request: FastifyRequest
  reply: FastifyReply
  own: Own
  body: Body
}

/**
 * The routes that change a person's own sign-in, below /api/auth, where the session's cookie and the browser's
 * own are sent. A change that weakens it needs the password, and failures count like those of a sign-in.
 */
export function serveOwnSignIn(
  app: FastifyInstance,
  options: {
    auth: Auth
    attempts: Attempts
    secondFactor: SecondFactor
    passkeys: Passkeys
    publicUrl: string | undefined
    signedBodies: SignedBodies
  },
) {
  const { auth, attempts, secondFactor, passkeys, publicUrl, signedBodies: bodies } = options
  const { db, audit, clock, hospital, presence, sessions } = app.lantern
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const confirm = confirming(app.lantern, { attempts, isSecure })
  const countersign = countersigning(app.lantern, { attempts, secondFactor, passkeys, isSecure, bodies })
  const consent = exportConsent(app.lantern, { attempts, secondFactor, passkeys, isSecure })
  const entryOf = (request: FastifyRequest, { id }: Own, action: string) =>
    ownEntry(request, id, action, clock())

  /** A passkey is of the name at which the browser has us. */
  function pageOrigin(request: FastifyRequest): string {
    const origin = webOrigin(request, publicUrl)
    if (origin) return origin
    throw new Refusal('malformed_request', 'The request does not say which server it is for.')
  }

  /** Another page of our domain is the same site to a browser, which sends our cookie along. */
  function refuseOtherPages(request: FastifyRequest) {
    const { origin } = request.headers
    if (!origin || origin === webOrigin(request, publicUrl)) return
    throw new Refusal('forbidden', 'Only Lantern’s own pages may ask for this. Nothing was changed.')
  }

  async function whoseSession(request: FastifyRequest): Promise<Own> {
    const headers = new Headers({ cookie: request.headers.cookie ?? '' })
    const found = await tellHiddenFailures(() =>
      auth.api.getSession({ headers, query: { disableRefresh: true } }),
    )
    const own =
      found &&
      (await db
        .selectFrom('session')
        .innerJoin('staff', 'staff.id', 'session.staff_id')
        .select(['staff.id', 'staff.email', 'staff.name', 'session.id as sessionId', 'session.locked_at'])
        .select([
          hasPassword.as('hasPassword'),
          sql<string | null>`case when not session.second_step then second_step_due(staff.id) end`.as(
            'stepDue',
          ),
          sql<boolean>`exists (select from two_factor where staff_id = staff.id)
            or exists (select from passkey where staff_id = staff.id)`.as('hasStep'),
        ])
        .where('session.id', '=', found.session.id)
        .where('staff.active', '=', true)
        .executeTakeFirst())
    if (!own) throw new Refusal('not_signed_in', 'Sign in to continue.')
    return { ...own, isLocked: own.locked_at !== null }
  }

  /**
   * A new password, set by a link meanwhile, ended this session: what was begun in it with the old one is not done
   * after that. Setting it locks the account's row, and ends sessions afterwards.
   */
  async function stayIn(trx: Database, { id, sessionId }: Own) {
    await sql`select from account where staff_id = ${id} and provider_id = 'credential' for no key update`.execute(
      trx,
    )
    const { rows } = await sql`select from session where id = ${sessionId}`.execute(trx)
    if (rows.length === 0) throw new Refusal('not_signed_in', 'Sign in to continue.')
  }

  /** Does it and leaves its entry, both or neither. */
  async function act<Answer>(
    { request, own }: Act<unknown>,
    action: string,
    run: (trx: Database) => Promise<{ answer: Answer; changes: AuditEntry['changes'] }>,
  ): Promise<Answer> {
    const done = await db.transaction().execute(async (trx) => {
      await stayIn(trx, own)
      const { answer, changes } = await run(trx)
      await leaveEntry(trx, { ...entryOf(request, own, action), changes })
      return answer
    })
    // Ended and locked sessions are announced a moment later, and the next call may come within it.
    sessions.forget(own.id)
    return done
  }

  function requireStep({ stepDue, hasStep }: Own, isSettingUp: boolean) {
    if (stepDue === null || Date.parse(stepDue) > clock().getTime()) return
    // An account with a second step proves it, and can't replace it in a session that began without it.
    if (hasStep) throw new Refusal('not_signed_in', 'Sign in to continue.')
    if (!isSettingUp) throw lacksSecondStep()
  }

  function on<Body extends z.ZodType>(
    path: `/${string}`,
    body: Body,
    run: (act: Act<z.output<Body>>) => Promise<object>,
    { whileLocked = false, beforeStep }: Openness = {},
  ) {
    app.post(`/api/auth${path}`, { schema: { hide: true, body } }, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      refuseOtherPages(request)
      const own = await whoseSession(request)
      if (own.isLocked && !whileLocked) throw new Refusal('not_signed_in', 'Unlock the screen to continue.')
      if (beforeStep !== 'always') requireStep(own, beforeStep === 'to set one up')
      return run({ request, reply, own, body: request.body as z.output<Body> })
    })
  }

  async function setLocked(of: Act<unknown>, isLocked: boolean) {
    const { sessionId } = of.own
    await act(of, isLocked ? 'lock' : 'unlock', async (trx) => {
      await trx
        .updateTable('session')
        .set({ locked_at: isLocked ? clock() : null, active_at: sql`now()` })
        .where('id', '=', sessionId)
        .execute()
      return { answer: null, changes: null }
    })
    return { isLocked }
  }

  // Also told to a browser that was locked before, and loads its page anew: it can ask nobody else whose session it has.
  on(
    '/lock',
    Nothing,
    async (of) => {
      if (!of.own.isLocked) await setLocked(of, true)
      return { isLocked: true, email: of.own.email, hasPassword: of.own.hasPassword }
    },
    { whileLocked: true, beforeStep: 'always' },
  )

  // Not audited, because it only says that someone is there.
  on(
    '/active',
    Nothing,
    async ({ own }) => {
      presence.noteUse(own.sessionId)
      return {}
    },
    { beforeStep: 'always' },
  )

  on(
    '/unlock',
    Confirmed,
    async (of) => {
      await confirm(of, 'unlock')
      return setLocked(of, false)
    },
    { whileLocked: true, beforeStep: 'always' },
  )

  on(
    '/unlock/passkey',
    PasskeyAnswer,
    async (of) => {
      if ((await passkeys.signedBy(of.body, 'sign-in', pageOrigin(of.request))) === of.own.id) {
        await attempts.know(of.own.id, originOf(of.request, isSecure))
        return setLocked(of, false)
      }
      audit.note({ ...entryOf(of.request, of.own, 'unlock'), outcome: 'invalid_passkey' })
      throw new Refusal('conflict', 'This passkey is not of this account. Enter the password.')
    },
    { whileLocked: true, beforeStep: 'always' },
  )

  on('/countersign', Countersign, countersign.byPassword)
  on('/countersign/passkey/options', CountersignOptions, (of) =>
    countersign.passkeyOptions(of, pageOrigin(of.request)),
  )
  on('/countersign/passkey', CountersignWithPasskey, (of) =>
    countersign.byPasskey(of, pageOrigin(of.request)),
  )

  const allowExport = (of: Act<unknown>) =>
    act(of, 'confirmHospitalExport', (trx) => consent.allow(trx, of.own.id))
  on('/export', ConfirmExport, async (of) => {
    await consent.byPassword(of)
    return allowExport(of)
  })
  on('/export/passkey/options', Nothing, (of) => consent.passkeyOptions(of, pageOrigin(of.request)))
  on('/export/passkey', PasskeyAnswer, async (of) => {
    await consent.byPasskey(of, pageOrigin(of.request))
    return allowExport(of)
  })

  // Anybody may ask what a passkey has to sign; nothing is kept of it.
  app.post('/api/auth/passkey/options', { schema: { hide: true, body: Nothing } }, (request, reply) => {
    void reply.header('cache-control', 'no-store')
    return passkeys.toSign('sign-in', pageOrigin(request))
  })

  on(
    '/passkey/add-options',
    Confirmed,
    async (of) => {
      await confirm(of, 'addPasskey')
      return passkeys.toAdd(of.own, pageOrigin(of.request))
    },
    { beforeStep: 'to set one up' },
  )

  on(
    '/passkey/add',
    AddPasskey,
    async (of) => {
      const { request, own, body } = of
      return act(of, 'addPasskey', async (trx) => {
        const answer = await passkeys.add(trx, own, pageOrigin(request), body.made, body.name)
        await stepTaken(trx, own.sessionId)
        return { answer, changes: { passkey: body.name } }
      })
    },
    { beforeStep: 'to set one up' },
  )

  on('/passkey/remove', RemovePasskey, async (of) => {
    await confirm(of, 'removePasskey')
    return act(of, 'removePasskey', async (trx) => {
      await removingStep(trx, of.own.id)
      const name = await passkeys.remove(trx, of.own.id, of.body.id)
      await keepsStep(trx, of.own.id)
      return { answer: { id: of.body.id }, changes: { removed: name } }
    })
  })

  on('/change-password', ChangePassword, async (of) => {
    const { own, body } = of
    await refuseEasyPassword(body.newPassword, [own.email, own.name, (await hospital.read()).name], (why) =>
      invalidField('newPassword', why),
    )
    await confirm(of, 'changePassword')
    const password = await hashPassword(body.newPassword)
    return act(of, 'changePassword', async (trx) => {
      await setPassword(trx, own.id, password)
      const { numDeletedRows } = await trx
        .deleteFrom('session')
        .where('staff_id', '=', own.id)
        .where('id', '!=', own.sessionId)
        .executeTakeFirst()
      // An open link was made before, and could take the account back.
      await closeLinks(trx, { kind: 'reset', staffId: own.id, now: clock() })
      const ended = Number(numDeletedRows)
      return { answer: { ended }, changes: { ended } }
    })
  })

  on(
    '/two-factor/enable',
    EnableTwoFactor,
    async (of) => {
      const { own, body } = of
      await confirm(of, 'enableTwoFactor')
      return act(of, 'enableTwoFactor', async (trx) => {
        const recoveryCodes = await secondFactor.enable(trx, own.id, body.secret, body.code)
        await stepTaken(trx, own.sessionId)
        return { answer: { recoveryCodes }, changes: { twoFactor: [false, true] } }
      })
    },
    { beforeStep: 'to set one up' },
  )

  on('/two-factor/recovery-codes', Confirmed, async (of) => {
    await confirm(of, 'renewRecoveryCodes')
    return act(of, 'renewRecoveryCodes', async (trx) => ({
      answer: { recoveryCodes: await secondFactor.renewCodes(trx, of.own.id) },
      changes: { recoveryCodes: 'renewed' },
    }))
  })

  on('/two-factor/disable', Confirmed, async (of) => {
    await confirm(of, 'disableTwoFactor')
    return act(of, 'disableTwoFactor', async (trx) => {
      await removingStep(trx, of.own.id)
      const wasOn = await secondFactor.disable(trx, of.own.id)
      await keepsStep(trx, of.own.id)
      return { answer: { wasOn }, changes: { twoFactor: [wasOn, false] } }
    })
  })
}
