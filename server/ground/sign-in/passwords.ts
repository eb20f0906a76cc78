import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyPassword as verifyScrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** The cost that OWASP's password storage cheat sheet asks for: 19 MiB, two passes. In KiB, as in the text of a hash. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const beginning = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Read when somebody first chooses a password: they are 49,000. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Words that hurried people build a hospital's passwords from (SECURITY.md). */
const expectedWords =
  `admin administrator clinic demo doctor hospital inventory lantern letmein login manager medical
  medicine nurse password patient reception receptionist secret staff store surgery ward welcome`.split(/\s+/)
/** A year and a sign do not make a password of a name. */
const fewestOther = 6

/**
 * @param own what belongs to the account: its e-mail, its names, its hospital's name
 * @throws what `refusal` makes of a sentence, for a password that is among those that are tried first
 */
export async function refuseEasyPassword(
  password: string,
  own: readonly string[],
  refusal: (sentence: string) => Error,
): Promise<void> {
  if (!password) return
  commonPasswords ??= readCommonPasswords()
  if ((await commonPasswords).has(password.toLowerCase())) {
    throw refusal('This password is too common. Choose another.')
  }
  if (isExpected(password, own)) {
    throw refusal('This password is too close to a name or a hospital word. Choose another.')
  }
}

/** Whether little is left of it without the words that somebody would try who knows whose it is. */
function isExpected(password: string, own: readonly string[]): boolean {
  const ownWords = own.flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u))
  const words = [...expectedWords, ...ownWords].filter(({ length }) => length > 2)
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  const typed = password.toLowerCase()
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), typed)
  return rest !== typed && rest.length < fewestOther
}

/** A password as it is kept: how it was made, its salt and its hash, in the usual form of Argon2. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${beginning}${unpadded(salt)}$${unpadded(await hashOf(password, salt))}`
}

/** The account that somebody's password opens; undefined where they have none. */
export function passwordAccount(db: Database, staffId: string) {
  return db
    .selectFrom('account')
    .select('password')
    .where('staff_id', '=', staffId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
}

/** Sets an account's password; its first where it had none, and somebody signs on elsewhere. */
export async function setPassword(trx: Database, staffId: string, hash: string): Promise<void> {
  await sql`
    insert into account (staff_id, account_id, provider_id, password)
    values (${staffId}, ${staffId}, 'credential', ${hash})
    on conflict on constraint account_once_a_provider do update set password = excluded.password, updated_at = now()
  `.execute(trx)
}

/** When the password of an account was set; of a row of `staff`. */
export const passwordSetAt = sql<string | null>`(
  select updated_at::text from account where staff_id = staff.id and provider_id = 'credential')`

/**
 * Whether the password that was set then is still the account's. Setting another one locks its row, and ends the
 * sessions afterwards: a session that begins and then asks sees the new password, or is among those that end.
 */
export async function isStillPassword(db: Database, staffId: string, setAt: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from account where staff_id = ${staffId} and provider_id = 'credential' and updated_at = ${setAt}::timestamptz
    for share
  `.execute(db)
  return rows.length > 0
}

/** Whether it is the password that was kept. One that was kept in Better Auth's own form (scrypt) is kept anew. */
export function passwordVerifier(db: Database) {
  return async ({ hash, password }: { hash: string; password: string }): Promise<boolean> => {
    if (hash.startsWith(beginning)) {
      const [salt = '', kept = ''] = hash.slice(beginning.length).split('$')
      const given = await hashOf(password, Buffer.from(salt, 'base64'))
      return timingSafeEqual(given, Buffer.from(kept, 'base64'))
    }
    const isRight = await verifyScrypt({ hash, password })
    if (isRight) {
      const anew = await hashPassword(password)
      await db.updateTable('account').set({ password: anew }).where('password', '=', hash).execute()
    }
    return isRight
  }
}

function hashOf(password: string, nonce: Buffer): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: 32, ...cost })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
