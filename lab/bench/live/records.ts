import { createHash } from 'node:crypto'

/**
 * A record as a screen holds it: enough to tell whether two are equal. Screens share records with the same bytes, so
 * records never change.
 */
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

/** Sorts fields, so that equal records have equal texts. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]))
}

/** Parses a text once, even if many screens receive the same text. Each screen still has its own state. */
export class Reading<Parsed> {
  readonly #recent = new Map<string, Parsed>()

  readonly #parse: (text: string) => Parsed
  readonly #most: number

  /** Keeps the results of the last `most` texts. */
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

/** Milliseconds of a monotonic clock that all processes of the machine share. */
export const machineTime = () => Number(process.hrtime.bigint() / 1000n) / 1000
