import { hash } from 'node:crypto'

/** The Merkle tree of RFC 6962 (Certificate Transparency), section 2.1, over SHA-256. */
export interface MerkleTree {
  /** Appends a leaf, by its hash. */
  add(leaf: Buffer): void
  /** The root of all leaves so far. */
  root(): Buffer
}

const leafPrefix = '\0'
/** Two hashes behind the prefix of a node. */
const pair = Buffer.alloc(65, 1)

export function leafHash(text: string): Buffer {
  return hash('sha256', leafPrefix + text, 'buffer')
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  left.copy(pair, 1)
  right.copy(pair, 33)
  return hash('sha256', pair, 'buffer')
}

export function merkleTree(): MerkleTree {
  /** Roots of whole trees, the largest first: their sizes are the powers of two that the count is made of. */
  const whole: Buffer[] = []
  let count = 0
  return {
    add(leaf) {
      let node = leaf
      for (let size = count; size % 2 === 1; size = (size - 1) / 2) node = nodeHash(whole.pop() ?? node, node)
      whole.push(node)
      count++
    },
    root() {
      if (count === 0) return hash('sha256', '', 'buffer')
      return whole.reduceRight((right, left) => nodeHash(left, right))
    },
  }
}
