import type { Connection } from 'pg'
import Cursor from 'pg-cursor'

/**
 * A cursor that can be closed when its connection broke. pg-cursor then waits for PostgreSQL to answer, for ever: an
 * export that met a restart of the database never ended, and kept its place in the pool.
 */
export class EndingCursor extends Cursor {
  constructor(query: string, values: unknown[]) {
    super(query, values)
    const submit = this.submit
    let connection: Connection | undefined
    let isOver = false
    let tellOver = () => {}
    const over = new Promise<void>((resolve) => {
      tellOver = resolve
    })
    const end = () => {
      isOver = true
      tellOver()
    }
    this.submit = (submittedTo) => {
      connection = submittedTo
      connection.once('end', end)
      submit.call(this, submittedTo)
    }
    const close = async () => {
      if (!isOver) await Promise.race([super.close(), over])
      connection?.off('end', end)
    }
    // Of its three forms Kysely uses the one without a callback.
    this.close = close as Cursor['close']
  }
}
