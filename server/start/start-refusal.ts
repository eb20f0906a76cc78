/**
 * Lantern can't start, and the person at the terminal can do something about it: the message is one
 * sentence that says what. `main.ts` prints it alone, without a stack, and exits with 1.
 */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}

/** The system's code of a failed call (`ENOENT`, `EACCES`, PostgreSQL's `28P01` …), or ''. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
