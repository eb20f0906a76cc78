import { Readable } from 'node:stream'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { type Addresses, addressesOf } from '../start/addresses.ts'

/** Database timeouts, in milliseconds. */
export interface TimeLimits {
  /** For a connection: one that comes free, or a new one. */
  connection: number
  /** For what somebody else has locked. Longer than the second after which PostgreSQL looks for deadlocks. */
  lock: number
  /** For one statement: PostgreSQL says then that it is slow, and one that says nothing is given up a little later. */
  statement: number
  /** For all that is done with a connection, the wait for it included. */
  work: number
}

/** For requests: they are answered within 3 seconds, whatever the database does. */
export const somebodyWaits: TimeLimits = { connection: 1500, lock: 1400, statement: 2000, work: 2700 }

/** For background work. */
export const nobodyWaits: TimeLimits = {
  connection: 3000,
  lock: 10_000,
  statement: 20_000,
  work: Number.POSITIVE_INFINITY,
}

const grace = 500
const closeTimeout = 1000

/** The database did not answer in time; the connection was dropped. */
export class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database did not answer in time')
  }
}

/**
 * A connection that is closed on a timeout: pg's own `query_timeout` leaves it open and in the pool, with a statement on it
 * that may still be answered.
 */
export class LimitedClient extends pg.Client {
  /** When its user has to be done, as `performance.now()` counts. */
  until = Number.POSITIVE_INFINITY
  readonly #settings: string

  constructor(config: pg.ClientConfig, limits: TimeLimits) {
    const addresses = addressesOf(config.connectionString ?? '')
    const address = addresses.current
    super({
      ...config,
      ...(addresses.count > 1 && { connectionString: address }),
      connectionTimeoutMillis: limits.connection,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    // A client that vanished in a transaction loses its locks after this time.
    const idle = 2 * Math.min(limits.work, limits.statement + grace)
    this.#settings = `set statement_timeout = ${limits.statement}; set lock_timeout = ${limits.lock};
      set idle_in_transaction_session_timeout = ${idle}; set TimeZone = 'UTC'`
    if (addresses.count > 1) this.#giveUpWhereNothingIsWritten(addresses, address)
    const patience = deadline(() => this.giveUp())
    this.on('drain', patience.lift)
    this.on('end', patience.end)
    // The waiting statement gets the error; without a listener it would end the process.
    this.on('error', patience.end)

    const { query, end } = this
    const limited = (...asked: unknown[]) => {
      patience.lift()
      // A cursor is asked for as long as it is read, and limits each reading by itself; a COPY lasts as long as its reader.
      if (!isRead(asked[0])) {
        const left = Math.min(limits.statement + grace, this.until - performance.now())
        if (left > 0) patience.set(left)
        else this.giveUp()
      }
      return Reflect.apply(query, this, asked)
    }
    this.query = limited as pg.Client['query']
    // The closing message is sent, and the other side's waited for, which a broken network would leave to the kernel's patience.
    const ended = (...given: unknown[]) => {
      const timer = setTimeout(() => this.connection.stream.destroy(), closeTimeout)
      this.once('end', () => clearTimeout(timer))
      return Reflect.apply(end, this, given)
    }
    this.end = ended as pg.Client['end']
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
    const ready = this.#connectAndSet()
    if (!callback) return ready
    const tell = (...told: unknown[]) => Reflect.apply(callback, undefined, told)
    ready.then((client) => tell(null, client), tell)
    return undefined
  }

  /**
   * A pooler passes on no setting that comes with the connection: PgBouncer refuses it, or is configured to drop it.
   */
  async #connectAndSet(): Promise<pg.Client> {
    await super.connect()
    try {
      await this.query(this.#settings)
    } catch (error) {
      this.giveUp()
      throw error
    }
    return this
  }

  /** Closes the connection without a word; what was asked on it fails. */
  giveUp(): void {
    this.connection.stream.destroy(new DatabaseSilent())
  }

  /** The next connection tries the next address, because here nobody answers, or a read-only replica. */
  #giveUpWhereNothingIsWritten(addresses: Addresses, address: string): void {
    let isOpen = false
    this.once('connect', () => {
      isOpen = true
    })
    for (const end of ['error', 'errorMessage', 'end']) {
      this.connection.on(end, () => isOpen || addresses.failed(address))
    }
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Status) => {
      if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return
      addresses.failed(address)
      this.giveUp()
    })
  }
}

/** Calls `act` when a deadline passes. One timer serves the many that are set and lifted before it fires. */
function deadline(act: () => void) {
  let timer: NodeJS.Timeout | undefined
  let firesAt = Number.POSITIVE_INFINITY
  let at = Number.POSITIVE_INFINITY
  const end = () => {
    clearTimeout(timer)
    firesAt = at = Number.POSITIVE_INFINITY
  }
  const fire = () => {
    firesAt = Number.POSITIVE_INFINITY
    if (at === Number.POSITIVE_INFINITY) return
    const left = at - performance.now()
    if (left > 0) start(left)
    else act()
  }
  const start = (left: number) => {
    clearTimeout(timer)
    firesAt = performance.now() + left
    timer = setTimeout(fire, left)
  }
  return {
    /** `left` is in milliseconds from now. */
    set(left: number) {
      at = performance.now() + left
      if (at < firesAt) start(left)
    },
    lift() {
      at = Number.POSITIVE_INFINITY
    },
    end,
  }
}

type ConnectCallback = Parameters<pg.Client['connect']>[0]

/** The parameters that PostgreSQL reports on connecting, and again when they change. */
interface Status {
  parameterName: string
  parameterValue: string
}

function isRead(asked: unknown): boolean {
  return asked instanceof Cursor || asked instanceof Readable
}

/** A pool of such connections. */
export class LimitedPool extends pg.Pool {
  readonly #work: number
  readonly #addresses: Addresses

  constructor(config: pg.PoolConfig, limits: TimeLimits) {
    // The pool calls it with `new` and all of its own options.
    class Client extends LimitedClient {
      constructor(options: pg.ClientConfig = {}) {
        super(options, limits)
      }
    }
    super({ ...config, connectionTimeoutMillis: limits.connection, Client })
    this.#work = limits.work
    this.#addresses = addressesOf(config.connectionString ?? '')
    // A connection that breaks while nobody uses it is replaced when one is needed.
    this.on('error', () => {})
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Taken): void
  override connect(callback?: Taken): Promise<pg.PoolClient> | undefined {
    const until = performance.now() + this.#work
    if (!callback) return this.#connected().then((client) => limitedUntil(client, until))
    super.connect((error, client, done) => {
      callback(error, client && limitedUntil(client, until), done)
    })
    return undefined
  }

  #connected(): Promise<pg.PoolClient> {
    return this.#addresses.count > 1 ? this.#connectedToOne() : super.connect()
  }

  /** At the address that took writes last, and where that fails at each of the others. */
  async #connectedToOne(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries++) {
      const tried = this.#addresses.current
      try {
        return await super.connect()
      } catch (error) {
        if (tries >= this.#addresses.count || this.#addresses.current === tried) throw error
      }
    }
  }
}

type Taken = Parameters<pg.Pool['connect']>[0]

function limitedUntil(client: pg.PoolClient, until: number): pg.PoolClient {
  if (client instanceof LimitedClient) client.until = until
  return client
}
