import { createHash } from 'node:crypto'

/** A record as a screen holds it: enough to tell whether two are equal. Those of equal bytes are shared, never changed. */
export interface Held {
  id: string
  version: number
  hash: string
}

export function heldOf(record: { id: string; version?: number }): Held {
  const hash = createHash('sha1')
    .update(JSON.stringify(sorted(record)))
    .digest('base64')
  return { id: record.id, version: record.version ?? 0, hash }
}

/** The same text for equal records, in whatever order their fields came. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]))
}

/** Reads a text once, however many screens get the same; a screen's state is its own all the same. */
export class Reading<Parsed> {
  readonly #recent = new Map<string, Parsed>()

  readonly #parse: (text: string) => Parsed
  readonly #most: number

  /** Keeps what the last `most` texts said. */
  constructor(parse: (text: string) => Parsed, most: number) {
    this.#parse = parse
    this.#most = most
  }

  of(text: string): Parsed {
    const known = this.#recent.get(text)
    if (known) return known
    const parsed = this.#parse(text)
    this.#recent.set(text, parsed)
    const [oldest] = this.#recent.keys()
    if (this.#recent.size > this.#most && oldest !== undefined) this.#recent.delete(oldest)
    return parsed
  }
}

/** Milliseconds of the machine's clock that only goes on: the same in all processes. */
export const machineTime = () => Number(process.hrtime.bigint() / 1000n) / 1000
