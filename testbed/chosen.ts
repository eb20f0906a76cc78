/** What of `names` was chosen by `text`, with commas between. A word that names nothing would try nothing, and pass. */
export function chosenOf(names: readonly string[], text: string): string[] {
  const words = text.split(',')
  const unknown = words.filter((word) => !names.includes(word))
  if (unknown.length > 0) refuse(`There is no ${unknown.join(', ')}; choose of ${names.join(', ')}.`)
  return words
}

/** The numbers that were given. What is none would try nothing either. */
export function amountsOf<Name extends string>(given: Readonly<Record<Name, string>>): Record<Name, number> {
  for (const [name, text] of Object.entries<string>(given)) {
    if (!/^[1-9]\d*$/.test(text)) refuse(`--${name} is ${JSON.stringify(text)}; give it a number from 1 on.`)
  }
  return Object.fromEntries(
    Object.entries<string>(given).map(([name, text]) => [name, Number(text)]),
  ) as Record<Name, number>
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
