import type pg from 'pg'
import type { Db } from 'pg-boss'

/**
 * Lets pg-boss use the server's own pool. Some of its calls are several statements in one text, with their own begin and
 * commit: if one fails, its transaction stays open, and the connection must not go back to the pool.
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
