import {
  type CompiledQuery,
  type Kysely,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import type pg from 'pg'
import { PreparedQuery, type Readers } from './queries/prepared-query.ts'
import type { DB } from './types.ts'
import { withMoments } from './values.ts'

const mark = '/* planned with its values */'

/**
 * Marks a statement whose best plan depends on its values: a rare name needs a different plan from a common one. It is
 * parsed and planned each time; every other statement keeps its plan.
 */
export const plannedWithValues: RawBuilder<unknown> = sql.raw(mark)

/** PostgreSQL keeps each, with its plan, on every connection; statements beyond this number are sent in full each time. */
const mostPrepared = 200
/** A statement that is sent so often will be sent again, unlike one of the many forms of an edit. */
const oftenEnough = 3
const mostCounted = 2000
/** Unlike `begin` and `commit`, which are done sooner as they are. */
const hasPlan = /^\s*(with|select|insert|update|delete)\b/i

/**
 * The pool as Kysely uses it: a statement with parameters is prepared on a connection, and then executed by name.
 * PostgreSQL no longer parses, analyses or (after five executions) plans it, which for a short query is most of the work.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || names.size >= mostPrepared || text.includes(mark) || !hasPlan.test(text)) return known
    const count = (counts.get(text) ?? 0) + 1
    if (count < oftenEnough) {
      if (counts.size >= mostCounted) counts.clear()
      counts.set(text, count)
      return undefined
    }
    counts.delete(text)
    const name = `lantern ${names.size + 1}`
    names.set(text, name)
    return name
  }

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const readers: Readers = new Map()
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
    function query(asked: unknown, values: readonly unknown[] = []): unknown {
      // A cursor uses a name of its own.
      if (typeof asked !== 'string') return client.query(asked as pg.Submittable)
      const name = nameOf(asked)
      return answered(
        client,
        name
          ? new PreparedQuery(name, asked, values, readers)
          : { text: asked, values: [...values], types: withMoments },
      )
    }
    return { query, release: (destroy) => client.release(destroy) }
  }

  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      let wrapped = clients.get(client)
      if (!wrapped) {
        wrapped = wrap(client)
        clients.set(client, wrapped)
      }
      return wrapped
    },
    end: () => pool.end(),
  }
}

/**
 * The promise that pg makes by itself holds the one of the query before, as far as the collector of short-lived objects
 * sees: of all that queries leave, a fifth outlived it, and had to be looked for among what stays.
 */
function answered(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(query, (error: Error | null, result) => {
      if (!error) return resolve(result)
      // As pg does it: the stack of an answer leads to the socket, and not to who asked.
      Error.captureStackTrace(error)
      reject(error)
    })
  })
}

/** Stand for the values while a statement is put together. */
const marks = Array.from({ length: 10 }, () => Symbol('value of a statement'))

/**
 * A statement whose text does not depend on its values. It is built once, because building it costs more than everything
 * else that we do for a short query. `make` is called once, and may only pass its values on.
 */
export function statement<Row, Values extends readonly unknown[]>(
  make: (...values: Values) => RawBuilder<Row>,
) {
  let made: CompiledQuery<Row> | undefined
  let places: number[] = []
  return async (db: Kysely<DB>, ...values: Values): Promise<Row[]> => {
    if (!made) {
      const compiled = make(...(marks as unknown as Values)).compile(db)
      places = compiled.parameters.map(placeOf)
      made = compiled
    }
    const { rows } = await db.executeQuery<Row>({ ...made, parameters: places.map((place) => values[place]) })
    return rows
  }
}

/** PostgreSQL would treat a value without a place as NULL and return a wrong result. */
function placeOf(parameter: unknown): number {
  const place = marks.indexOf(parameter as symbol)
  if (place !== -1) return place
  throw notPutIn()
}

function notPutIn(): Error {
  return new Error(
    'This statement is built once, so a value in its text would stay as it was: take it as an argument of `make`, of which there can be ten, put it in by `put`, or write it with sql.lit.',
  )
}

/** Puts a value that is computed from `From` into a statement. */
export type Put<From> = (of: (from: From) => unknown) => RawBuilder<unknown>

/** Puts in the value itself, for a statement that is built for it alone. */
export const putting =
  <From>(from: From): Put<From> =>
  (of) =>
    sql`${of(from)}`

/** Stands for a value while a statement is built. */
class Place<From> {
  readonly of: (from: From) => unknown
  constructor(of: (from: From) => unknown) {
    this.of = of
  }
}

/** A statement that is built once for all values that can be put into it. */
export function statementOf<Row, From>(make: (put: Put<From>) => RawBuilder<Row>) {
  let made: CompiledQuery<Row> | undefined
  let places: Place<From>[] = []
  return async (db: Kysely<DB>, from: From): Promise<Row[]> => {
    if (!made) {
      const compiled = make((of) => sql`${new Place(of)}`).compile(db)
      places = compiled.parameters.map((parameter) => {
        if (parameter instanceof Place) return parameter
        throw notPutIn()
      })
      made = compiled
    }
    return (await db.executeQuery<Row>({ ...made, parameters: places.map(({ of }) => of(from)) })).rows
  }
}

const named = new Map<string, (db: Kysely<DB>, from: never) => Promise<unknown[]>>()
const mostNamed = 200

/** A statement by a name that determines its text and its types: `make` is called when the name is new. */
export function namedStatement<Row, From>(name: string, make: (put: Put<From>) => RawBuilder<Row>) {
  const known = named.get(name) as ReturnType<typeof statementOf<Row, From>> | undefined
  if (known) return known
  const made = statementOf(make)
  if (named.size >= mostNamed) named.clear()
  named.set(name, made)
  return made
}
