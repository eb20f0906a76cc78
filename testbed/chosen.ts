/** The names in `text`, separated by commas. An unknown name ends the run, because it would test nothing and pass. */
export function chosenOf(names: readonly string[], text: string): string[] {
  const words = text.split(',')
  const unknown = words.filter((word) => !names.includes(word))
  if (unknown.length > 0) refuse(`There is no ${unknown.join(', ')}; choose of ${names.join(', ')}.`)
  return words
}

/** The given numbers. Anything else ends the run, because it would test nothing, too. */
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
