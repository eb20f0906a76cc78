/**
 * How many letters one word is off another: each that is added, left out or another one, and each two beside each other
 * that changed places, is one.
 */
export function lettersOff(one: string, other: string): number {
  const [from, to] = [[...one], [...other]]
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [line, letter] of from.entries()) {
    const row = [line + 1]
    for (const [at, wanted] of to.entries()) {
      const isSame = letter === wanted
      let off = Math.min((row[at] ?? 0) + 1, (last[at + 1] ?? 0) + 1, (last[at] ?? 0) + (isSame ? 0 : 1))
      if (at > 0 && line > 0 && letter === to[at - 1] && from[line - 1] === wanted)
        off = Math.min(off, (before[at - 1] ?? 0) + 1)
      row.push(off)
    }
    ;[before, last] = [last, row]
  }
  return last.at(-1) ?? 0
}
