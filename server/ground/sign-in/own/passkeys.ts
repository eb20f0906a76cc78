import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { PasskeyAnswer, PasskeyMade } from '../../../../contract/people/sign-in.ts'
import type { Database } from '../../db/connect.ts'
import { Refusal } from '../../http/errors.ts'
import { challenges } from './challenges.ts'

/** The account that adds a passkey, and its session. */
interface Owner {
  id: string
  email: string
  sessionId: string
}

/** The answer to a challenge of one purpose is good for no other. */
export type Purpose = 'sign-in' | `countersign ${string}` | `export ${string}`

export interface Passkeys {
  /** The options for creating a passkey. `origin` is that of the page. */
  toAdd(owner: Owner, origin: string): Promise<PublicKeyCredentialCreationOptionsJSON>
  /** @throws Refusal */
  add(trx: Database, owner: Owner, origin: string, made: PasskeyMade, name: string): Promise<{ id: string }>
  /** Answers its name. @throws Refusal */
  remove(trx: Database, staffId: string, id: string): Promise<string>
  /** The options for a signature. The browser knows itself whose passkeys it has. */
  toSign(purpose: Purpose, origin: string): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** The account whose passkey signed for this purpose; null if it opens nothing. Good once. */
  signedBy(answer: PasskeyAnswer, purpose: Purpose, origin: string): Promise<string | null>
  /** Whether the account still has the passkey that gave this answer. */
  isStill(trx: Database, staffId: string, answer: PasskeyAnswer): Promise<boolean>
}

/** Certificates and all: loaded by the first who uses it. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: what devices have. The library would try what Node calls experimental, and be warned. */
const algorithms = [-8, -7, -257]

const adding = ({ sessionId }: Owner) => `add ${sessionId}`
/** A passkey is of a name, without scheme and port. */
const nameOf = (origin: string) => new URL(origin).hostname

export function passkeys(options: { db: Database; secret: string; clock: () => Date }): Passkeys {
  const { db, clock } = options
  const { issue, validUntil } = challenges(options)

  function known(credentialId: string) {
    return db
      .selectFrom('passkey')
      .select(['id', 'staff_id as staffId', 'public_key as publicKey', 'counter', 'transports'])
      .where('credential_id', '=', credentialId)
      .executeTakeFirst()
  }

  /** Whether nobody got in with the answer to this challenge before. */
  async function spend(challenge: string, until: Date): Promise<boolean> {
    await db.deleteFrom('spent_challenge').where('expires_at', '<', clock().toISOString()).execute()
    const spent = await db
      .insertInto('spent_challenge')
      .values({ challenge, expires_at: until })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    return Boolean(spent.numInsertedOrUpdatedRows)
  }

  return {
    async toAdd(owner, origin) {
      const own = await db
        .selectFrom('passkey')
        .select('credential_id as id')
        .where('staff_id', '=', owner.id)
        .execute()
      return (await library()).generateRegistrationOptions({
        rpName: 'Lantern',
        rpID: nameOf(origin),
        userName: owner.email,
        userID: new TextEncoder().encode(owner.id),
        challenge: issue(adding(owner)),
        excludeCredentials: own,
        supportedAlgorithmIDs: algorithms,
        // It stands for both factors: it is found without an e-mail, and asks who is there.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    async add(trx, owner, origin, made, name) {
      const { verifyRegistrationResponse } = await library()
      const verified = await verifyRegistrationResponse({
        response: made as RegistrationResponseJSON,
        expectedChallenge: (challenge) => validUntil(challenge, adding(owner)) !== null,
        expectedOrigin: origin,
        expectedRPID: nameOf(origin),
        requireUserVerification: true,
      }).catch(() => null)
      if (!verified?.verified) {
        throw new Refusal('conflict', 'This passkey could not be added. Try again.')
      }
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
      const added = await trx
        .insertInto('passkey')
        .values({
          staff_id: owner.id,
          name,
          credential_id: id,
          public_key: Buffer.from(publicKey),
          counter,
          transports,
          made_at: clock(),
        })
        .onConflict((on) => on.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) throw new Refusal('conflict', 'This passkey was added already.')
      return added
    },

    async remove(trx, staffId, id) {
      const removed = await trx
        .deleteFrom('passkey')
        .where('staff_id', '=', staffId)
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirst()
      if (!removed) throw new Refusal('not_found', 'This passkey was removed already.')
      return removed.name
    },

    async toSign(purpose, origin) {
      return (await library()).generateAuthenticationOptions({
        rpID: nameOf(origin),
        challenge: issue(purpose),
        userVerification: 'required',
      })
    },

    async signedBy(answer, purpose, origin) {
      const { verifyAuthenticationResponse } = await library()
      const passkey = await known(answer.id)
      if (!passkey) return null
      let used: { challenge: string; until: Date } | undefined
      const verified = await verifyAuthenticationResponse({
        response: answer as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => {
          const until = validUntil(challenge, purpose)
          if (until) used = { challenge, until }
          return until !== null
        },
        expectedOrigin: origin,
        expectedRPID: nameOf(origin),
        requireUserVerification: true,
        credential: {
          id: answer.id,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: Number(passkey.counter),
          transports: passkey.transports,
        },
      }).catch(() => null)
      if (!verified?.verified || !used || !(await spend(used.challenge, used.until))) return null
      await db
        .updateTable('passkey')
        .set({ counter: verified.authenticationInfo.newCounter, used_at: clock() })
        .where('id', '=', passkey.id)
        .execute()
      return passkey.staffId
    },

    async isStill(trx, staffId, { id }) {
      const kept = await trx
        .selectFrom('passkey')
        .select('id')
        .where('staff_id', '=', staffId)
        .where('credential_id', '=', id)
        .executeTakeFirst()
      return kept !== undefined
    },
  }
}
