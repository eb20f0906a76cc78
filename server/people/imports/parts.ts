import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'

/** The parts of a file that has arrived, one in memory at a time. */
export async function* partsOf(db: Database, batchId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const { rows } = await sql<{ content: Buffer }>`
      select content from import_part where batch_id = ${batchId} and part = ${part}
    `.execute(db)
    const [row] = rows
    if (!row) return
    yield row.content
  }
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** All that the bytes of a whole file tell. */
export interface FileFacts {
  hash: string
  encoding: Encoding
  /** The first characters, enough for the headers of most files. */
  beginning: string
}

/** A byte order mark decides; without one, every other byte of UTF-16 is zero, and what is not UTF-8 is Windows-1252. */
function encodingOf(start: Buffer): Encoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const looked = start.subarray(0, 1024)
  for (const [at, byte] of looked.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const many = looked.length / 8
  if ((zeros[1] ?? 0) > many) return 'utf-16le'
  return (zeros[0] ?? 0) > many ? 'utf-16be' : null
}

const beginningLength = 64 * 1024

export async function factsOf(parts: AsyncIterable<Buffer>): Promise<FileFacts> {
  const hash = createHash('sha256')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let start = Buffer.alloc(0)
  const probe = (part?: Buffer) => {
    try {
      if (isUtf8) utf8.decode(part, { stream: part !== undefined })
    } catch {
      isUtf8 = false
    }
  }
  for await (const part of parts) {
    hash.update(part)
    probe(part)
    if (start.length < beginningLength) start = Buffer.concat([start, part]).subarray(0, beginningLength)
  }
  probe()
  const encoding = encodingOf(start) ?? (isUtf8 ? 'utf-8' : 'windows-1252')
  return { hash: hash.digest('hex'), encoding, beginning: new TextDecoder(encoding).decode(start) }
}

/** The text of a file, part by part, without its byte order mark and without zeros, which the database can't keep. */
export async function* textOf(parts: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const part of parts) yield plain(decoder.decode(part, { stream: true }))
  yield plain(decoder.decode())
}

const plain = (text: string) => text.replaceAll('\u0000', '')

const delimiters = [',', ';', '\t', '|']

/** The delimiter that stands most often in the first line, outside quotes. */
export function delimiterOf(beginning: string): string {
  const counts = new Map(delimiters.map((one) => [one, 0]))
  let isQuoted = false
  for (const letter of beginning) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && /[\r\n]/.test(letter)) break
    else if (!isQuoted) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  return delimiters.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}
