import pg from 'pg'

/**
 * Why the database did not answer, as opposed to what it refuses: it is unavailable (`away`), was too slow (`slow`), is out
 * of connections or memory (`busy`), can't write to its disk (`full`), or went silent without confirming whether the
 * statement took effect (`unknown`).
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
/** Where PostgreSQL reads and writes its files: file errors that have no SQLSTATE of their own. */
const storage = /^(md|smgr|fd|buffile|xlog|slru|copydir|file_utils)\.c$/
/** Errors that pg reports only as a message, without a code. */
const lost =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed/

class OutcomeUnknown extends Error {}

/**
 * Calls `act`, which reports when it sends something irrevocable: a commit, or a statement that commits by itself. If the
 * connection is lost after that, it may have taken effect, or still do so: a suspended database resumes where it stopped.
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

/**
 * Whether it waited too long for a lock that is on no record. Commits that notify take turns in all of PostgreSQL, and
 * so does extending a table's file: while the disk is slow, everybody waits for the first. For a record PostgreSQL
 * names it ('while updating tuple …').
 */
export function isHeldUp(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03' && !/ tuple /.test(error.where ?? '')
}

/** Null for what the database refused, and for errors that have nothing to do with it. */
export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null
  if (error instanceof OutcomeUnknown) return 'unknown'
  const code = 'code' in error ? String(error.code) : ''
  const known = troubles.find(([, codes]) => codes.test(code))
  if (known) return known[0]
  if (isHeldUp(error)) return 'slow'
  if (error instanceof pg.DatabaseError)
    return code === 'XX000' && storage.test(error.file ?? '') ? 'full' : null
  return lost.test(error.message) ? 'away' : null
}
