import pg from 'pg'

interface LoggedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/** How a failure is logged: enough to find its cause, and no patient data. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: messageOf(error),
    ...('code' in error && { code: error.code }),
    // PostgreSQL's detail, where and query contain the row itself.
    ...(error instanceof pg.DatabaseError && { table: error.table, constraint: error.constraint }),
    stack: places.join('\n'),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}

/**
 * Text in double quotes is input that could not be read or stored: invalid JSON, a URL, a value that PostgreSQL refused
 * (class 22). In its other messages PostgreSQL names only parts of the schema.
 */
function messageOf(error: Error): string {
  const namesSchema = error instanceof pg.DatabaseError && !error.code?.startsWith('22')
  return namesSchema ? error.message : error.message.replaceAll(/".*"/gs, '"…"')
}
