import pg from 'pg'

interface LoggedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/** What a failure is told in the log as: enough to find its cause, and nothing of a patient. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: messageOf(error),
    ...('code' in error && { code: error.code }),
    // PostgreSQL's detail, where and query hold the row itself.
    ...(error instanceof pg.DatabaseError && { table: error.table, constraint: error.constraint }),
    stack: places.join('\n'),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}

/**
 * What stands in double quotes is what could not be read or kept: JSON that is none, an address, a value that PostgreSQL
 * refused (class 22). In its other sentences PostgreSQL names only the schema.
 */
function messageOf(error: Error): string {
  const namesSchema = error instanceof pg.DatabaseError && !error.code?.startsWith('22')
  return namesSchema ? error.message : error.message.replaceAll(/".*"/gs, '"…"')
}
