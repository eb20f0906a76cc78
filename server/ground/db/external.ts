import pg from 'pg'
import { addressesIn } from '../start/addresses.ts'
import { errorCode, PlainRefusal } from '../start/plain-refusal.ts'

const oldest = 15

/**
 * Connects to the PostgreSQL of DATABASE_URL, and says in one sentence what is wrong with it. Of several addresses, returns
 * the one that accepts writes; if reading is enough, a replica if none does.
 */
export async function checkExternal(
  url: string,
  { isForReading = false }: { isForReading?: boolean } = {},
): Promise<string> {
  let refusal: unknown
  let copy: string | undefined
  for (const address of addressesIn(url)) {
    try {
      await checkOne(address)
      return address
    } catch (error) {
      if (error instanceof OnlyReads) copy ??= address
      // A fault that can be fixed is a more useful message than that another server is read-only.
      if (!refusal || refusal instanceof OnlyReads) refusal = error
    }
  }
  if (copy && isForReading) return copy
  throw refusal
}

class OnlyReads extends PlainRefusal {}

async function checkOne(url: string): Promise<void> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    await client.connect()
    const { rows } = await client.query<{ version: string; only_reads: boolean }>(
      `select current_setting('server_version') as version, pg_is_in_recovery() as only_reads`,
    )
    const version = rows[0]?.version ?? ''
    if (Number.parseInt(version, 10) < oldest) {
      throw new PlainRefusal(
        `The database of DATABASE_URL is PostgreSQL ${version}; Lantern needs ${oldest} or newer.`,
      )
    }
    if (rows[0]?.only_reads) {
      throw new OnlyReads(
        'The database of DATABASE_URL is a copy that only reads; name the server that takes writes, or several with commas between.',
      )
    }
  } catch (error) {
    throw explainExternal(error, url)
  } finally {
    // Ending a connection that was never established fails.
    await client?.end().catch(() => {})
  }
}

/** Turns an error of the PostgreSQL of DATABASE_URL into advice, without the password. */
export function explainExternal(error: unknown, url: string): Error {
  if (error instanceof PlainRefusal || !(error instanceof Error)) return toError(error)
  const { hostname, port, username, pathname } = new URL(url)
  const server = `${hostname || 'localhost'}:${port || '5432'}`
  const account = decodeURIComponent(username) || 'the default account'
  const database = decodeURIComponent(pathname.slice(1))
  const refuse = (sentence: string) => new PlainRefusal(sentence)
  const code = errorCode(error)
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return refuse(`The host ${hostname} of DATABASE_URL is not known; correct its name in DATABASE_URL.`)
    case 'ECONNREFUSED':
    case 'ENOENT':
      return refuse(
        `No PostgreSQL answers at ${server}; start it, or correct the host and port in DATABASE_URL.`,
      )
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ECONNRESET':
      return unreachable(server)
    case '28P01':
    case '28000':
      return refuse(
        `PostgreSQL at ${server} refused the account ${account}; correct the account and password in DATABASE_URL.`,
      )
    case '3D000':
      return refuse(
        `PostgreSQL at ${server} has no database ${database}; create it, or correct its name in DATABASE_URL.`,
      )
    case '42501':
      return refuse(
        `${account} may not set up the database ${database} (${error.message}); make it the owner: alter database ${pg.escapeIdentifier(database)} owner to ${pg.escapeIdentifier(account)}.`,
      )
    case '53300':
      return refuse(
        `PostgreSQL at ${server} has no connection left; raise its max_connections or end other clients.`,
      )
    case '0A000':
    case '58P01':
    case '22023':
      return refuse(
        `PostgreSQL at ${server} lacks something that Lantern needs: ${error.message}; install its contrib package.`,
      )
    case '57P03':
      return refuse(`PostgreSQL at ${server} is starting or stopping; try again in a moment.`)
    default:
      if (/timeout|terminated unexpectedly/i.test(error.message)) return unreachable(server)
      if (/SASL|password must be a string/i.test(error.message)) {
        return refuse(`PostgreSQL at ${server} asks for a password; add it to DATABASE_URL.`)
      }
      if (/SSL|certificate|self-signed/i.test(error.message) || code.startsWith('ERR_TLS')) {
        return refuse(
          `The encrypted connection to ${server} failed (${error.message}); correct sslmode in DATABASE_URL, or name the certificate with sslrootcert.`,
        )
      }
      return error
  }
}

function unreachable(server: string): PlainRefusal {
  return new PlainRefusal(
    `PostgreSQL at ${server} can’t be reached; check that it runs and that the network lets Lantern through, or correct DATABASE_URL.`,
  )
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
