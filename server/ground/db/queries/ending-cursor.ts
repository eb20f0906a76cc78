import type { Connection } from 'pg'
import Cursor from 'pg-cursor'
import { DatabaseSilent } from '../time-limits.ts'
import { withMoments } from '../values.ts'

/** Timeout in milliseconds for the next rows; the first rows may need a full sort. */
const longestRead = 15_000

/**
 * A cursor that ends when its connection breaks or goes silent. pg-cursor waits for PostgreSQL for ever: an export that
 * was running when the database restarted never ended, and kept its connection.
 */
export class EndingCursor extends Cursor {
  constructor(query: string, values: unknown[]) {
    super(query, values, { types: withMoments })
    const submit = this.submit
    let connection: Connection | undefined
    let isEnded = false
    let reportEnd = () => {}
    const ended = new Promise<void>((resolve) => {
      reportEnd = resolve
    })
    const end = () => {
      isEnded = true
      reportEnd()
    }
    this.submit = (submittedTo) => {
      connection = submittedTo
      connection.once('end', end)
      submit.call(this, submittedTo)
    }
    const close = async () => {
      if (!isEnded) await Promise.race([super.close(), ended])
      connection?.off('end', end)
    }
    const { read } = this
    const limitedRead = async (rows: number) => {
      const timer = setTimeout(() => connection?.stream.destroy(new DatabaseSilent()), longestRead)
      try {
        return await read.call(this, rows)
      } finally {
        clearTimeout(timer)
      }
    }
    // Kysely uses the forms without a callback.
    this.close = close as Cursor['close']
    this.read = limitedRead as Cursor['read']
  }
}
