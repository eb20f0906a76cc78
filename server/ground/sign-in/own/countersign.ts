import { APIError } from 'better-auth/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type Countersign,
  type Countersignature,
  type CountersignedEndpoint,
  type CountersignWithPasskey,
  countersigned,
  countersignedForMinutes,
  type SignedAct,
  witnessing,
} from '../../../../contract/people/countersignatures.ts'
import { may } from '../../../../contract/permissions.ts'
import type { Database } from '../../db/connect.ts'
import { invalidField, Refusal } from '../../http/errors.ts'
import type { Lantern } from '../../http/request-context.ts'
import { offeredRolesOf, permissionsIn } from '../../http/session.ts'
import type { AuditEntry } from '../../trail/entry.ts'
import { leaveEntry } from '../../trail/write.ts'
import { originOf } from '../attempt-origin.ts'
import type { Attempts, Verdict } from '../attempts.ts'
import { entryOf, erasedBy } from '../audit-entries.ts'
import { textOf } from '../auth.ts'
import { subjectHash } from '../countersignatures/hold.ts'
import { hashPassword, isStillPassword, passwordAccount, passwordVerifier } from '../passwords.ts'
import type { Passkeys, Purpose } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'

/** The bodies of the endpoints whose acts are countersigned. */
export type SignedBodies = Readonly<Record<CountersignedEndpoint, z.ZodType>>

interface Asked<Body> {
  request: FastifyRequest
  reply: FastifyReply
  /** The person at whose screen it is, and whose act. */
  own: { id: string }
  body: Body
}

interface Witness {
  id: string
  name: string
  role: string
}

/** Why an attempt came to nothing: its outcome in the trail, and its sentence. */
interface Failure {
  outcome: string
  refusal: Refusal
  /** Anything but a guess. */
  isNoGuess?: true
}
type Proof = Witness | Failure
const hasFailed = (proof: object): proof is Failure => 'refusal' in proof

/** How somebody proved who they are. */
type Means = { passwordSetAt: string | null } | { passkey: CountersignWithPasskey['passkey'] }

/**
 * A second person countersigns somebody's act on the same device. They prove who they are as they would to sign in, and their
 * attempts count like sign-ins, but no session begins.
 */
export function countersigning(
  { db, audit, clock }: Pick<Lantern, 'db' | 'audit' | 'clock'>,
  options: {
    attempts: Attempts
    secondFactor: SecondFactor
    passkeys: Passkeys
    isSecure: boolean
    bodies: SignedBodies
  },
) {
  const { attempts, secondFactor, passkeys, isSecure, bodies } = options
  const verify = passwordVerifier(db)

  /** The act with its body as the act's own endpoint reads it. @throws Refusal */
  function actOf({ endpoint, id, body, words }: SignedAct): SignedAct {
    const read = bodies[endpoint].safeParse(body)
    if (read.success) return { endpoint, id, body: { ...(read.data as object) }, words }
    throw new Refusal(
      'invalid_input',
      'The act can’t be read. Close this, check what you entered and save again.',
    )
  }

  /** Whether somebody who proved who they are may be the witness; the role in which they may. */
  async function witnessFor(
    trx: Database,
    actorId: string,
    staffId: string,
    endpoint: CountersignedEndpoint,
  ): Promise<Proof> {
    const account = await trx
      .selectFrom('staff')
      .select(['id', 'name', 'active', offeredRolesOf('staff').as('roles')])
      .select(
        sql<Record<string, string[]>>`(
        select coalesce(jsonb_object_agg(name, permissions), '{}') from role where name = any (own_offered_roles)
      )`.as('own'),
      )
      .select(
        sql<boolean>`second_step_due(staff.id) <= ${clock()} and not exists (select from two_factor where staff_id = staff.id)
        and not exists (select from passkey where staff_id = staff.id)`.as('lacksStep'),
      )
      .where('id', '=', staffId)
      .executeTakeFirst()
    if (!account?.active) {
      return failed('account_deactivated', 'This account was deactivated. Ask another colleague.')
    }
    if (account.id === actorId) {
      return failed('own_act', 'You can’t countersign your own act. Ask a colleague.')
    }
    const role = account.roles.find((name) =>
      may(
        { permissions: permissionsIn(name, account.own[name] ?? null) },
        witnessing[countersigned[endpoint]],
      ),
    )
    if (!role) {
      return failed(
        'may_not_witness',
        countersigned[endpoint] === 'RECORD_MERGE'
          ? 'This colleague may not merge records. Ask another administrator.'
          : 'This colleague’s role may not countersign. Ask a doctor, a nurse or a pharmacist.',
      )
    }
    if (account.lacksStep) {
      return failed(
        'second_step_required',
        'This colleague has to set up a second step first: they sign in on their own screen to do so.',
      )
    }
    return { id: account.id, name: account.name, role }
  }

  async function prove(actorId: string, staffId: string | null, body: Countersign): Promise<Proof> {
    const hash = staffId && (await passwordAccount(db, staffId))?.password
    // An unknown address takes as long as a known one.
    const isRight = hash
      ? await verify({ hash, password: body.password })
      : !(await hashPassword(body.password))
    if (!isRight || !staffId) return wrongPassword()
    const witness = await witnessFor(db, actorId, staffId, body.endpoint)
    if (hasFailed(witness)) return witness
    try {
      await secondFactor.demand(staffId, body.code ?? '')
      return witness
    } catch (error) {
      return unprovenStep(error)
    }
  }

  /** Looks again at what was looked at before the wait, and keeps the account as it is until the transaction ends. */
  async function stillWitness(
    trx: Database,
    { actorId, staffId, endpoint }: { actorId: string; staffId: string; endpoint: CountersignedEndpoint },
    by: Means,
  ): Promise<Proof> {
    // A password that was reset meanwhile proves nothing any more. Its row is locked before the account’s, as by all others.
    if ('passwordSetAt' in by && !(await isStillPassword(trx, staffId, by.passwordSetAt)))
      return wrongPassword()
    await trx.selectFrom('staff').select('id').where('id', '=', staffId).forShare().execute()
    if ('passkey' in by && !(await passkeys.isStill(trx, staffId, by.passkey))) return unknownPasskey()
    return witnessFor(trx, actorId, staffId, endpoint)
  }

  async function sign(
    of: Asked<unknown>,
    act: SignedAct,
    staffId: string,
    by: Means,
    erased: AuditEntry['changes'] = null,
  ): Promise<Countersignature | Failure> {
    return db.transaction().execute(async (trx) => {
      const witness = await stillWitness(trx, { actorId: of.own.id, staffId, endpoint: act.endpoint }, by)
      if (hasFailed(witness)) return witness
      const countersignature = await insert(trx, of.own.id, act, witness)
      await leaveEntry(trx, {
        ...entryOf(of.request, clock(), { action: 'countersign', staffId, subjectId: of.own.id }),
        changes: { countersigned: countersigned[act.endpoint], ...erased },
      })
      return { ...countersignature, witness: witness.name }
    })
  }

  function refuse(
    { request, own }: Asked<unknown>,
    { outcome, refusal }: Failure,
    staffId: string | null,
    erased: AuditEntry['changes'] = null,
  ): Refusal {
    const said = { action: 'countersign', staffId: own.id, subjectId: staffId, outcome }
    audit.note(entryOf(request, clock(), { ...said, changes: erased }))
    return refusal
  }

  return {
    async byPassword(of: Asked<Countersign>): Promise<Countersignature> {
      const { request, reply, own, body } = of
      const act = actOf(body)
      const attempt = await attempts.toSignIn(body.email, originOf(request, isSecure))
      const { staffId, passwordSetAt } = attempt
      const { result: proof, earlier } = await attempts.make(
        attempt,
        () => reply.raw.destroyed,
        () => prove(own.id, staffId, body),
        judge,
      )
      const erased = erasedBy(earlier)
      const signed = hasFailed(proof) ? proof : await sign(of, act, proof.id, { passwordSetAt }, erased)
      if (hasFailed(signed)) throw refuse(of, signed, staffId, erased)
      return signed
    },

    /** Options for a passkey's signature of this person's act. It opens nothing else. */
    passkeyOptions: (of: Asked<SignedAct>, pageOrigin: string) =>
      passkeys.toSign(purposeOf(of.own.id, actOf(of.body)), pageOrigin),

    /** Nothing is guessed at a passkey, so it slows nobody, as when signing in. */
    async byPasskey(of: Asked<CountersignWithPasskey>, pageOrigin: string): Promise<Countersignature> {
      const { passkey } = of.body
      const act = actOf(of.body)
      const staffId = await passkeys.signedBy(passkey, purposeOf(of.own.id, act), pageOrigin)
      const signed = staffId ? await sign(of, act, staffId, { passkey }) : unknownPasskey()
      if (!hasFailed(signed)) return signed
      const isNoted = await attempts.leavesEntry('passkey', originOf(of.request, isSecure))
      throw isNoted ? refuse(of, signed, staffId) : signed.refusal
    },
  }
}

function judge(proof: Proof): Verdict {
  if (!hasFailed(proof)) return 'proven'
  return proof.isNoGuess ? 'other' : 'failure'
}

function failed(outcome: string, sentence: string, path = 'email'): Failure {
  return { outcome, refusal: invalidField(path, sentence) }
}

const wrongPassword = () =>
  failed('invalid_email_or_password', 'The e-mail or the password is wrong.', 'password')

const unknownPasskey = (): Failure => ({
  outcome: 'invalid_passkey',
  refusal: new Refusal('conflict', 'This passkey can’t countersign this. Try again, or enter the password.'),
})

function purposeOf(actorId: string, act: SignedAct): Purpose {
  return `countersign ${actorId} ${subjectHash(act)}`
}

/** The password was right; the second step that the account has was not given, or not rightly. */
function unprovenStep(error: unknown): Failure {
  if (!(error instanceof APIError)) throw error
  const outcome = textOf(error.body, 'code').toLowerCase()
  return {
    outcome,
    refusal: invalidField(
      outcome === 'passkey_required' ? 'password' : 'code',
      textOf(error.body, 'message'),
    ),
    ...(outcome.endsWith('_required') && { isNoGuess: true }),
  }
}

/** The database’s clock counts the minutes, because all processes share it. */
async function insert(trx: Database, actorId: string, act: SignedAct, witness: Witness) {
  const { rows } = await sql<{ id: string; expiresAt: string }>`
    insert into countersignature (act, subject_hash, actor_id, witness_id, witness_role)
    values (${countersigned[act.endpoint]}, ${subjectHash(act)}, ${actorId}, ${witness.id}, ${witness.role})
    returning id, iso(signed_at + make_interval(mins => ${countersignedForMinutes})) as "expiresAt"
  `.execute(trx)
  const [signed] = rows
  if (!signed) throw new Error('no countersignature came back')
  return signed
}
