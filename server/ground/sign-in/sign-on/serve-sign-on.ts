import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SignOnBegin, SignOnFinish, SignOnUnlink } from '../../../../contract/people/sign-in.ts'
import { isBuiltIn } from '../../../../contract/permissions.ts'
import { requireSecondStep } from '../../http/admit.ts'
import { Refusal } from '../../http/errors.ts'
import { leaveEntry } from '../../trail/write.ts'
import { originOf } from '../attempt-origin.ts'
import type { Attempts } from '../attempts.ts'
import { entryOf } from '../audit-entries.ts'
import type { Auth } from '../auth.ts'
import { tellHiddenFailures } from '../hidden-failures.ts'
import { confirming } from '../own/confirm.ts'
import { passwordAccount } from '../passwords.ts'
import { webRequest } from '../serve-auth.ts'
import { followRoles, linkAccount, linkedAccount, makeAccount, unlinkAccount } from './accounts.ts'
import type { FlowCookies } from './flow-cookie.ts'
import { begunElsewhere, type Person, type Provider } from './provider.ts'

type Linked = Awaited<ReturnType<typeof linkedAccount>>

/**
 * Signing in by a hospital's own provider. The provider leads the browser back to a page of ours, and that page asks
 * here with what it was given: so every cookie stays one that no other site can send.
 */
export function serveSignOn(
  app: FastifyInstance,
  options: {
    auth: Auth
    attempts: Attempts
    provider: Provider
    cookies: FlowCookies
    publicUrl: string
  },
) {
  const { auth, attempts, provider, cookies, publicUrl } = options
  const { db, audit, clock, sessions } = app.lantern
  const { name } = provider.settings
  const isSecure = publicUrl.startsWith('https:')
  const confirm = confirming(app.lantern, { attempts, isSecure })

  app.addHook('onReady', async () => {
    const named = [...(provider.settings.roles?.values() ?? [])].filter((role) => !isBuiltIn(role))
    if (named.length === 0) return
    const own = await db.selectFrom('role').select('name').where('retired_at', 'is', null).execute()
    for (const role of named.filter((one) => own.every((known) => known.name !== one))) {
      app.log.warn(`OIDC_ROLES names the role ${role}, which the hospital does not have.`)
    }
  })

  app.post<{ Body: SignOnBegin }>(
    '/api/auth/sign-on/begin',
    { schema: { hide: true, body: SignOnBegin } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const { isLinking, password = '' } = request.body
      const owner = isLinking ? await requireOwner(request) : undefined
      if (owner) await confirm({ request, reply, own: owner, body: { password } }, 'linkSignOn')
      const { url, flow } = await provider.begin().catch(async (error: unknown) => {
        await noteRefusal(request, owner ? 'linkSignOn' : 'signIn', error, owner?.id ?? null)
        throw error
      })
      void reply.header('set-cookie', await cookies.carry(flow, owner?.id))
      return { url }
    },
  )

  app.post<{ Body: SignOnFinish }>(
    '/api/auth/sign-on/finish',
    { schema: { hide: true, body: SignOnFinish } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const begun = await cookies.read(request)
      // The attempt is over, whether it succeeds or fails.
      void reply.header('set-cookie', cookies.cleared)
      if (!begun) throw begunElsewhere()
      const origin = originOf(request, isSecure)
      let aimedAt: string | null = begun.linkTo ?? null
      try {
        const result = await attempts.signOn(
          origin,
          () => reply.raw.destroyed,
          async () => {
            const owner = begun.linkTo ? await requireOwner(request) : null
            if (owner && owner.id !== begun.linkTo) throw begunElsewhere()
            const person = await provider.finish(begun.flow, request.body).catch(made)
            if (person instanceof Refusal) return person
            const linked = await linkedAccount(db, person)
            aimedAt ??= linked?.id ?? null
            return owner ? link(request, owner.id, person, linked) : enter(request, reply, person, linked)
          },
          // Cancelling at the provider is no guess.
          (arrival) => (arrival instanceof Refusal ? (request.body.error ? 'other' : 'failure') : arrival),
        )
        if (result instanceof Refusal) throw result
        const isLinked = begun.linkTo !== undefined
        if (!isLinked) reply.header('set-cookie', origin.deviceCookie)
        return { isLinked }
      } catch (error) {
        await noteRefusal(request, begun.linkTo ? 'linkSignOn' : 'signIn', error, aimedAt)
        throw error
      }
    },
  )

  /** If somebody arrives twice at once for the first time, the second uses the account that the first made. */
  async function enter(request: FastifyRequest, reply: FastifyReply, person: Person, linked: Linked) {
    try {
      return await enterAs(request, reply, person, linked)
    } catch (error) {
      const isTaken = error instanceof Refusal && error.code === 'sign_on_not_linked'
      const made = isTaken ? await linkedAccount(db, person) : undefined
      if (!made) throw error
      return enterAs(request, reply, person, made)
    }
  }

  async function enterAs(
    request: FastifyRequest,
    reply: FastifyReply,
    person: Person,
    linked: Linked,
  ): Promise<{ staffId: string }> {
    if (linked && !linked.isActive) {
      throw new Refusal('account_deactivated', 'This account was deactivated. Ask an administrator.')
    }
    const { staffId, toNote } = await db.transaction().execute(async (trx) => {
      const staffId = linked?.id ?? (await makeAccount(trx, person, name))
      const offeredRoles = await followRoles(trx, staffId, person)
      const changes = { by: name, ...(offeredRoles && { offeredRoles }) }
      const entry = entryOf(request, clock(), { action: linked ? 'signIn' : 'signUp', staffId, changes })
      // A sign-on without new details changes nothing.
      if (linked && !offeredRoles) return { staffId, toNote: entry }
      // An account and its roles are on record whether a session comes of it or not.
      await leaveEntry(trx, entry)
      return { staffId, toNote: null }
    })
    sessions.forget(staffId)
    const { headers } = webRequest(request, publicUrl)
    const opened = await tellHiddenFailures(() =>
      auth.api.openSession({ body: { staffId }, headers, asResponse: true }),
    )
    if (!opened.ok) throw new Refusal('not_signed_in', 'Sign in to continue.')
    for (const cookie of opened.headers.getSetCookie()) void reply.header('set-cookie', cookie)
    if (toNote) audit.note(toNote)
    return { staffId }
  }

  async function link(
    request: FastifyRequest,
    staffId: string,
    person: Person,
    linked: Linked,
  ): Promise<{ staffId: string }> {
    await db.transaction().execute(async (trx) => {
      const offeredRoles = linked?.id === staffId ? null : await linkAccount(trx, staffId, person, name)
      const changes = { by: name, ...(offeredRoles && { offeredRoles }) }
      await leaveEntry(trx, entryOf(request, clock(), { action: 'linkSignOn', staffId, changes }))
    })
    sessions.forget(staffId)
    return { staffId }
  }

  app.post<{ Body: SignOnUnlink }>(
    '/api/auth/sign-on/unlink',
    { schema: { hide: true, body: SignOnUnlink } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const owner = await requireOwner(request)
      // Without a password there is no other way in, and the refusal explains that.
      if (await passwordAccount(db, owner.id))
        await confirm({ request, reply, own: owner, body: request.body }, 'unlinkSignOn')
      await db.transaction().execute(async (trx) => {
        const offeredRoles = await unlinkAccount(trx, owner.id, provider.settings.issuer)
        const changes = { by: name, ...(offeredRoles && { offeredRoles }) }
        await leaveEntry(
          trx,
          entryOf(request, clock(), { action: 'unlinkSignOn', staffId: owner.id, changes }),
        )
      })
      sessions.forget(owner.id)
      return { isLinked: false }
    },
  )

  async function requireOwner(request: FastifyRequest) {
    const owner = await sessions.identify(request)
    if (owner) requireSecondStep(owner, clock())
    if (owner) return owner
    throw new Refusal('not_signed_in', 'Sign in to continue.')
  }

  /** Anybody can have as much refused as they like, also without ever being at the provider. */
  async function noteRefusal(
    request: FastifyRequest,
    action: string,
    error: unknown,
    subjectId: string | null,
  ) {
    if (!(error instanceof Refusal) || error.code === 'too_many_requests') return
    if (!(await attempts.leavesEntry('refused-sign-on', originOf(request, isSecure)))) return
    const said = { action, subjectId, changes: { by: name }, outcome: error.code }
    audit.note(entryOf(request, clock(), said))
  }
}

/** Refusals that a made-up request can cause, which are counted. */
function made(error: unknown): Refusal {
  if (error instanceof Refusal && ['sign_on_untrusted', 'sign_on_denied'].includes(error.code)) return error
  throw error
}
