import { createHmac, randomInt } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../../db/connect.ts'
import { invalidField, Refusal } from '../../http/errors.ts'

/** The second step that a password sign-in needs if the account has turned it on. */
export interface SecondFactor {
  /** Turns it on: only with a code that shows that the app has the secret. Answers the recovery codes, once. @throws Refusal */
  enable(trx: Database, staffId: string, secret: string, code: string): Promise<string[]>
  /** New recovery codes in place of those before. @throws Refusal */
  renewCodes(trx: Database, staffId: string): Promise<string[]>
  /** Whether there was one. */
  disable(trx: Database, staffId: string): Promise<boolean>
  /** Checks the second step of a sign-in with the right password; resolves to whether there was one. @throws APIError */
  demand(staffId: string, given: string): Promise<boolean>
}

const seconds = 30
/** How many steps a clock may be off. */
const tolerated = 1
const codes = 10
/** Without what is taken for something else in handwriting. */
const letters = 'abcdefghjkmnpqrstvwxyz23456789'
/** 137 bits: as their keyed hashes are kept, nobody finds one even with the key (record 50). */
const codeLength = 28
const groupLength = 4

export function secondFactor(options: { db: Database; secret: string; clock: () => Date }): SecondFactor {
  const { db, secret: key, clock } = options
  const hashOf = (staffId: string, code: string) =>
    createHmac('sha256', key)
      .update(`recovery ${staffId} ${plain(code)}`)
      .digest('base64url')

  /** The step of time that a code is of, if it is one of now. */
  function stepOf(secret: string, code: string): number | null {
    const timestamp = clock().getTime()
    const totp = new TOTP({ secret: Secret.fromBase32(secret), period: seconds })
    const delta = totp.validate({ token: plain(code), timestamp, window: tolerated })
    return delta === null ? null : Math.floor(timestamp / 1000 / seconds) + delta
  }

  /** The hospital asks for a second step, and the account's is a passkey. */
  async function isPasskeyDue(staffId: string): Promise<boolean> {
    const { rows } = await sql<{ isDue: boolean | null }>`
      select second_step_due(${staffId}) <= ${clock()} and exists (select from passkey where staff_id = ${staffId}) as "isDue"
    `.execute(db)
    return rows[0]?.isDue ?? false
  }

  async function giveCodes(trx: Database, staffId: string): Promise<string[]> {
    await trx.deleteFrom('recovery_code').where('staff_id', '=', staffId).execute()
    const given = Array.from({ length: codes }, newCode)
    const rows = given.map((code) => ({ staff_id: staffId, code_hash: hashOf(staffId, code) }))
    await trx.insertInto('recovery_code').values(rows).execute()
    return given
  }

  return {
    async enable(trx, staffId, secret, code) {
      const step = stepOf(secret, code)
      if (step === null)
        throw invalidField('code', 'This code doesn’t match. Enter the one that the app shows now.')
      const made = await trx
        .insertInto('two_factor')
        .values({
          staff_id: staffId,
          secret: await symmetricEncrypt({ key, data: secret }),
          last_step: step,
          since: clock(),
        })
        .onConflict((on) => on.doNothing())
        .executeTakeFirst()
      if (!made.numInsertedOrUpdatedRows) {
        throw new Refusal('conflict', 'Two-factor authentication is on already.')
      }
      return giveCodes(trx, staffId)
    },

    async renewCodes(trx, staffId) {
      const isOn = await trx
        .selectFrom('two_factor')
        .select('staff_id')
        .where('staff_id', '=', staffId)
        .forUpdate()
        .executeTakeFirst()
      if (!isOn) throw new Refusal('conflict', 'Two-factor authentication is off.')
      return giveCodes(trx, staffId)
    },

    async disable(trx, staffId) {
      const gone = await trx.deleteFrom('two_factor').where('staff_id', '=', staffId).executeTakeFirst()
      return gone.numDeletedRows > 0n
    },

    async demand(staffId, given) {
      const own = await db
        .selectFrom('two_factor')
        .select('secret')
        .where('staff_id', '=', staffId)
        .executeTakeFirst()
      if (!own) {
        if (await isPasskeyDue(staffId)) {
          throw refused(
            'PASSKEY_REQUIRED',
            'Your hospital asks for a second step when you sign in. Use your passkey; if you have lost it, ask an administrator.',
          )
        }
        return false
      }
      if (!given) throw refused('TWO_FACTOR_REQUIRED', 'Enter the code from your authenticator app.')
      if (!/^\d{6}$/.test(plain(given))) {
        const used = await db
          .updateTable('recovery_code')
          .set({ used_at: clock() })
          .where('staff_id', '=', staffId)
          .where('code_hash', '=', hashOf(staffId, given))
          .where('used_at', 'is', null)
          .executeTakeFirst()
        if (used.numUpdatedRows > 0n) return true
        throw refused(
          'INVALID_CODE',
          // A recovery code is longer, and hardly ever of digits alone.
          /^\d{1,10}$/.test(plain(given))
            ? 'Enter the six digits that the app shows.'
            : 'This recovery code is wrong, or was used already.',
        )
      }
      const step = stepOf(await symmetricDecrypt({ key, data: own.secret }), given)
      if (step === null)
        throw refused('INVALID_CODE', 'This code is wrong. Enter the one that the app shows now.')
      // If two requests come with one code at once, one gets in.
      const taken = await db
        .updateTable('two_factor')
        .set({ last_step: step })
        .where('staff_id', '=', staffId)
        .where('last_step', '<', step)
        .executeTakeFirst()
      if (taken.numUpdatedRows > 0n) return true
      throw refused('CODE_USED', 'This code was used already. Wait until the app shows the next one.')
    },
  }
}

function refused(code: string, message: string) {
  return new APIError('UNAUTHORIZED', { code, message })
}

/** As somebody types it from paper. */
function plain(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '')
}

function newCode(): string {
  const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
  return code.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? code
}
