/** Random numbers that a seed decides: the same seed gives the same hospital. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<Item>(list: readonly Item[]): Item
  /** One of the items, each as often as its weight says. */
  weigh<Item>(list: readonly (readonly [Item, number])[]): Item
}

/** The generator sfc32, begun from a seed and the place of what is made with it. */
export function randomFrom(seed: number, kind: number, index: number): Random {
  let a = scramble(seed ^ 0x9e3779b9)
  let b = scramble(kind + 0x85ebca6b)
  let c = scramble(index ^ a)
  let counter = 1
  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 0x1_0000_0000
  }
  for (let warming = 0; warming < 8; warming++) next()
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() < probability,
    // Sound as long as the list is not empty, and ours are written here.
    pick: <Item>(list: readonly Item[]) => list[below(list.length)] as Item,
    weigh<Item>(list: readonly (readonly [Item, number])[]): Item {
      let total = 0
      for (const [, weight] of list) total += weight
      let rest = next() * total
      for (const [item, weight] of list) {
        rest -= weight
        if (rest < 0) return item
      }
      return (list.at(-1) as readonly [Item, number])[0]
    },
  }
}

/** The uuid of the thing at a place: known without keeping a list of them. */
export function uuidAt(seed: number, kind: number, index: number): string {
  const first = scramble(seed ^ scramble(kind ^ 0x5bd1e995) ^ index)
  const second = scramble(first + kind + 0x27d4eb2f)
  // Scrambling loses nothing, so two places never get one id: this part is the place itself, unrecognizable.
  const third = scramble(index + Math.imul(kind, 0x632be5ab) + seed)
  const fourth = scramble(second ^ third)
  const digits = hex(third) + hex(first) + hex(second) + hex(fourth)
  const variant = '89ab'[first & 3]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}

/** One 32-bit number to another, one to one, with every bit of the first in every bit of the second. */
function scramble(word: number): number {
  let mixed = word | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return mixed ^ (mixed >>> 16)
}
