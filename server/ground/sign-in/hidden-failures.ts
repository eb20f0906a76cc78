import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { again, isUndone } from '../db/again.ts'
import { troubleOf } from '../db/trouble.ts'

/**
 * Better Auth takes a query that could not be asked for a session that is not there, and a session that could not be
 * deleted for one that was: who asks for a token is sent to sign in, and who signs out stays signed in. What its
 * connections suffer is noted here, and told instead of its answer.
 */
const noted = new AsyncLocalStorage<{ failure?: unknown }>()

function note(error: unknown): never {
  const current = noted.getStore()
  if (current && (troubleOf(error) || isUndone(error))) current.failure ??= error
  throw error
}

/** Runs `act`; throws when the database was in trouble meanwhile, whatever `act` made of that. */
export async function tellHiddenFailures<Result>(act: () => Promise<Result>): Promise<Result> {
  const current: { failure?: unknown } = {}
  try {
    const result = await noted.run(current, act)
    if (current.failure === undefined) return result
  } catch (error) {
    throw current.failure ?? error
  }
  throw current.failure
}

/** The pool, whose connections note what they suffer. */
export function notingPool(pool: pg.Pool): pg.Pool {
  return replacing(pool, 'connect', async () => {
    // Each of the questions that Better Auth asks after a failure would wait anew.
    const failure = noted.getStore()?.failure
    if (failure !== undefined) throw failure
    const client = await pool.connect().catch(note)
    const query = async (...asked: [string, unknown[]]) => {
      const ask = () => client.query(...asked)
      // Within a transaction it is not the statement that would have to come again.
      return (client.getTransactionStatus() === 'I' ? again(ask) : ask()).catch(note)
    }
    return replacing(client, 'query', query)
  })
}

/** The object with one of its methods replaced; the others still have it as their `this`. */
function replacing<Whole extends object>(whole: Whole, name: keyof Whole, by: unknown): Whole {
  return new Proxy(whole, {
    get(target, key) {
      if (key === name) return by
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
