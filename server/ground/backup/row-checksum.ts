import { createHash, hash } from 'node:crypto'
import type { Sum } from './manifest.ts'

const newline = 0x0a

/** Counts and hashes what COPY writes: a line is a row, because newlines within values are written as `\n`. */
export function summing(): { add(data: Buffer): void; sum(): Sum } {
  const whole = createHash('sha256')
  let rows = 0
  let bytes = 0
  return {
    add(data) {
      whole.update(data)
      bytes += data.length
      for (let at = data.indexOf(newline); at >= 0; at = data.indexOf(newline, at + 1)) rows++
    },
    sum: () => ({ rows, bytes, sha256: whole.digest('hex') }),
  }
}

/**
 * A checksum that does not depend on the order of rows, because COPY into a partitioned table can change it. Each row's
 * SHA-256, eight numbers of 32 bits, is added up.
 */
export function summingRows(): { add(data: Buffer): void; sum(): string } {
  const lanes = new Uint32Array(8)
  let begun: Buffer = Buffer.alloc(0)
  return {
    add(data) {
      let from = 0
      for (let at = data.indexOf(newline); at >= 0; at = data.indexOf(newline, from)) {
        const row = data.subarray(from, at)
        const digest = hash('sha256', begun.length > 0 ? Buffer.concat([begun, row]) : row, 'buffer')
        // A number past 32 bits goes on from nought.
        for (let lane = 0; lane < lanes.length; lane++) {
          lanes[lane] = (lanes[lane] ?? 0) + digest.readUInt32LE(lane * 4)
        }
        begun = Buffer.alloc(0)
        from = at + 1
      }
      if (from < data.length) begun = Buffer.concat([begun, data.subarray(from)])
    },
    sum: () => [...lanes, begun.length].join(' '),
  }
}
