const firstNames =
  'Ada Ben Cleo Dan Eva Finn Gina Hugo Iris Jon Kim Leo Mia Noah Olga Paul Rita Sam Tess Uma'.split(' ')
const consonants = [...'bcdfghklmnprstv']
const vowels = [...'aeiou']
const syllables = consonants.flatMap((one) => vowels.map((other) => one + other))

/** One of a list, by a number of any size. */
const of = (list: readonly string[], number: number) => list[Math.floor(number) % list.length] ?? ''
const two = (number: number) => String(number).padStart(2, '0')

/** The patients of another system as CSV: each is somebody else, and some are alike. */
export function patientsCsv(rows: number): Buffer {
  const lines = ['First name,Last name,Date of birth,Gender,Phone,Address']
  for (let row = 0; row < rows; row++) {
    const [one, ...rest] =
      of(syllables, row) + of(syllables, row / syllables.length) + of(syllables, row / syllables.length ** 2)
    lines.push(
      [
        of(firstNames, row),
        `${one?.toUpperCase()}${rest.join('')}son`,
        `${1930 + (row % 90)}-${two(1 + (row % 12))}-${two(1 + (row % 28))}`,
        row % 2 ? 'F' : 'M',
        `+44 7700 ${String(100_000 + row).padStart(6, '0')}`,
        `${row} Lamp Street`,
      ].join(','),
    )
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}
