export { default as kinds } from './content/kinds.json' with { type: 'json' }

export type Random = ReturnType<typeof randomFrom>

/** The generator sfc32, begun from a seed and the place of what is made with it: the same seed gives the same hospital. */
export function randomFrom(seed: number, kind: number, index: number) {
  let a = scramble(seed ^ 0x9e3779b9)
  let b = scramble(kind + 0x85ebca6b)
  let c = scramble(index ^ a)
  let counter = 1
  /** At least 0, less than 1. */
  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 0x1_0000_0000
  }
  for (let warming = 0; warming < 8; warming++) next()
  /** One of the items, each as often as its weight says. */
  function weigh<Item>(list: readonly (readonly [Item, number])[]): Item {
    let rest = next() * list.reduce((total, [, weight]) => total + weight, 0)
    const found = list.find(([, weight]) => (rest -= weight) < 0) ?? list.at(-1)
    return (found as readonly [Item, number])[0]
  }
  /** A whole number from 0 to `limit` - 1. */
  const below = (limit: number) => Math.floor(next() * limit)
  const between = (least: number, most: number) => least + below(most - least + 1)
  // The cast is safe, because no list is empty.
  const pick = <Item>(list: readonly Item[]) => list[below(list.length)] as Item
  return {
    next,
    below,
    between,
    chance: (probability: number) => next() < probability,
    pick,
    weigh,
    /** A text with its gaps filled: `{1-9}` by a number, and `{name}` by the word of that name, or one of the words. */
    written: (text: string, words: Readonly<Record<string, string | readonly string[]>> = {}) =>
      text.replaceAll(/\{(\w+)(?:-(\d+))?\}/g, (_, first: string, last?: string) =>
        last ? String(between(Number(first), Number(last))) : pick([words[first] ?? ''].flat()),
      ),
    /** `count` different numbers, including those that are already chosen. */
    different(count: number, draw: () => number, chosen: readonly number[] = []) {
      const numbers = new Set(chosen)
      while (numbers.size < count) numbers.add(draw())
      return [...numbers]
    },
    /** One of the keys, each as often as its weight says. */
    among: <Key extends string>(weights: Readonly<Record<Key, number>>) =>
      weigh(Object.entries(weights) as [Key, number][]),
  }
}

/** The uuid of a row by its place in its table, so that no list of ids is kept. */
export function uuidAt(seed: number, kind: number, index: number): string {
  const { below } = randomFrom(seed, -kind, index)
  const digits = Array.from({ length: 8 }, () => below(0x1_0000).toString(16).padStart(4, '0')).join('')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')
}

/** Maps each 32-bit number to another one. Every bit of the result depends on every bit of the number. */
function scramble(word: number): number {
  let mixed = word | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return mixed ^ (mixed >>> 16)
}
