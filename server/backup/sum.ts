import { createHash } from 'node:crypto'
import type { Sum } from './manifest.ts'

const newline = 0x0a

/** Counts and hashes what COPY writes: a line is a row, because newlines within values are written as `\n`. */
export function summing(): { add(data: Buffer): void; sum(): Sum } {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  return {
    add(data) {
      hash.update(data)
      bytes += data.length
      for (let at = data.indexOf(newline); at >= 0; at = data.indexOf(newline, at + 1)) rows++
    },
    sum: () => ({ rows, bytes, sha256: hash.digest('hex') }),
  }
}
