import pg from 'pg'
import { withMoments } from '../values.ts'

type Row = Record<string, unknown>
/** Makes a row of the texts of its columns. */
type Read = (texts: readonly (string | null)[]) => Row
interface Column {
  name: string
  dataTypeID: number
}

/** Reads the rows of a connection's prepared statements, by statement name. */
export type Readers = Map<string, Read>

type Answered = (error: Error | null, result?: pg.QueryResult) => void

/** Parts of a connection that pg uses itself, beyond its published types. */
interface Wire extends Pick<pg.Connection, 'stream' | 'sync'> {
  /** The texts of prepared statements, and of those being prepared, by name; pg keeps both up to date. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
}

// As pg itself writes values; its types do not mention it.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/**
 * A prepared statement that PostgreSQL describes once for each connection. pg's own query asks for the description every
 * time, which takes a tenth of a short read. The description stays true: PostgreSQL refuses a prepared statement that
 * would now return something else.
 */
export class PreparedQuery implements pg.Submittable {
  readonly name: string
  readonly text: string
  /** Set by pg, which is given it beside the query. */
  callback: Answered | undefined
  readonly values: unknown[]
  readonly #readers: Readers
  #read: Read | undefined
  readonly #rows: Row[] = []
  #tag = ''
  #error: Error | undefined

  constructor(name: string, text: string, values: readonly unknown[], readers: Readers) {
    this.name = name
    this.text = text
    this.values = values.map(prepareValue)
    this.#readers = readers
    this.#read = readers.get(name)
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    const { name, text } = this
    // All messages leave in one packet.
    wire.stream.cork()
    try {
      if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
        wire.parse({ name, text })
        wire.submittedNamedStatements[name] = text
      }
      wire.bind({ statement: name, values: this.values })
      if (!this.#read) wire.describe({ type: 'P' })
      wire.execute({})
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#read = readerOf(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#error || !this.#read) return
    try {
      this.#rows.push(this.#read(fields))
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
    this.#readers.set(this.name, this.#read ?? readerOf([]))
  }

  handleReadyForQuery(): void {
    if (this.#error) return this.callback?.(this.#error)
    // 'SELECT 5', 'INSERT 0 1', 'LOCK TABLE'
    const words = this.#tag.split(' ')
    const count = Number(words.at(-1))
    this.callback?.(null, {
      command: words[0] ?? '',
      rowCount: Number.isNaN(count) ? null : count,
      rows: this.#rows,
      oid: 0,
      fields: [],
    })
  }

  handleError(error: Error): void {
    this.callback?.(this.#error ?? error)
  }

  // pg also calls these, but a prepared statement is never empty, read in parts or a COPY.
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

function readerOf(columns: readonly Column[]): Read {
  const names = columns.map(({ name }) => name)
  const parsers = columns.map(({ dataTypeID }) => withMoments.getTypeParser(dataTypeID, 'text'))
  const empty: Row = Object.fromEntries(names.map((name) => [name, null]))
  return (texts) => {
    const row = { ...empty }
    names.forEach((name, at) => {
      const text = texts[at]
      if (typeof text === 'string') row[name] = parsers[at]?.(text)
    })
    return row
  }
}
