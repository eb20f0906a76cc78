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

/** PostgreSQL quotes the value that it could not read or keep (class 22); all others name only the schema. */
function messageOf(error: Error): string {
  const quotesValues = error instanceof pg.DatabaseError && error.code?.startsWith('22')
  return quotesValues ? error.message.replaceAll(/".*"/gs, '"…"') : error.message
}
