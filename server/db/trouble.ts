import pg from 'pg'

/**
 * What keeps the database from answering, as opposed to what it refuses: it is not there (`away`), was too slow (`slow`),
 * has no room for another connection or more memory (`busy`), can't write to its disk (`full`), or fell silent without
 * saying whether it did what it was asked (`unknown`).
 */
export type Trouble = 'away' | 'slow' | 'busy' | 'full' | 'unknown'

/** By SQLSTATE, or the operating system's code. */
const troubles: readonly (readonly [Trouble, RegExp])[] = [
  // Broken and refused connections; starting, stopping, or gone with a crash; a transaction that it ended itself.
  [
    'away',
    /^(ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-5]|08...|25P0[34])$/,
  ],
  ['slow', /^57014$/],
  ['busy', /^(53000|53200|53300)$/],
  // Disk full, the limit of temporary files, and what files or the system failed at; a hospital that was moved to a
  // copy that can only be read is no better off.
  ['full', /^(53100|53400|58...|25006)$/],
]
/** Where PostgreSQL reads and writes its files: what goes wrong there in a way that it has no code for. */
const storage = /^(md|smgr|fd|buffile|xlog|slru|copydir|file_utils)\.c$/
/** What pg says in words alone. */
const lost =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed/

class OutcomeUnknown extends Error {}

/**
 * Calls `act`, which says when it asks for what can't be taken back: a commit, or a statement that commits by itself.
 * Where the connection is lost after that, it may be done, or be done yet: a database that was halted reads on.
 */
export async function untilTold<Result>(act: (asks: () => void) => Promise<Result>): Promise<Result> {
  let isAsked = false
  try {
    return await act(() => {
      isAsked = true
    })
  } catch (error) {
    if (!isAsked || troubleOf(error) !== 'away') throw error
    throw new OutcomeUnknown('The database did not say whether it was done', { cause: error })
  }
}

/** Null for what the database refused, and for what has nothing to do with it. */
export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null
  if (error instanceof OutcomeUnknown) return 'unknown'
  const code = 'code' in error ? String(error.code) : ''
  const known = troubles.find(([, codes]) => codes.test(code))
  if (known) return known[0]
  if (error instanceof pg.DatabaseError)
    return code === 'XX000' && storage.test(error.file ?? '') ? 'full' : null
  return lost.test(error.message) ? 'away' : null
}
