import { existsSync } from 'node:fs'
import pg from 'pg'
import { errorCode, PlainRefusal } from '../../start/plain-refusal.ts'

/** The advice if the owner's password is missing: it is created with the data and only opens that data. */
const whatToDo =
  'put the file back as it was, from a copy of the whole directory. The files of npm run backup don’t hold it and don’t need it: without it, restore the newest into an empty directory'

/** Refuses if the file is missing. */
export function refuseWithoutPassword(passwordFile: string): void {
  if (existsSync(passwordFile)) return
  throw new PlainRefusal(`${passwordFile} is missing, and it opens the data beside it; ${whatToDo}.`)
}

/**
 * Refuses if the password in the file doesn't open the PostgreSQL at `url`. Leaves other failures to the next
 * connection.
 */
export async function checkPassword(url: string, passwordFile: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const isRefused = errorCode(error) === '28P01' || /password must be a/i.test(String(error))
    if (isRefused) {
      throw new PlainRefusal(`${passwordFile} holds another password than the data beside it; ${whatToDo}.`)
    }
  } finally {
    await client.end().catch(() => {})
  }
}
