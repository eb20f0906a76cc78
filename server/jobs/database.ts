import type pg from 'pg'
import type { Db } from 'pg-boss'

/**
 * Lets pg-boss use the server's own connections. Several of its statements come as one text with its own begin and
 * commit: one that fails leaves its transaction open, and its connection must not go back among the others.
 */
export function sendThrough(pool: pg.Pool): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.connect()
      try {
        const result = await client.query(text, values)
        client.release()
        return result
      } catch (error) {
        client.release(true)
        throw error
      }
    },
  }
}
