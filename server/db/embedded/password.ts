import { existsSync } from 'node:fs'
import pg from 'pg'
import { errorCode, PlainRefusal } from '../../start/plain-refusal.ts'

/** What to do without the owner's password, which is made with the data and belongs to them. */
const whatToDo =
  'put the file back as it was, from a copy of the whole directory. The files of npm run backup don’t hold it and don’t need it: without it, restore the newest into an empty directory'

/** The file is not there. */
export function refuseWithoutPassword(passwordFile: string): void {
  if (existsSync(passwordFile)) return
  throw new PlainRefusal(`${passwordFile} is missing, and it opens the data beside it; ${whatToDo}.`)
}

/** Whether the password in the file opens the PostgreSQL at `url`. Other failures are met by what connects next. */
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
