/** Letters that have no accent to lose, and are written without their stroke or ligature where a keyboard lacks them. */
const plainly: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  æ: 'a',
  Æ: 'A',
  œ: 'o',
  Œ: 'O',
  ı: 'i',
  İ: 'i',
}

/**
 * A text as searches compare it: in lower case, without accents, so that 'lukasz' finds 'Łukasz'. The database has a function
 * called fold() too; a test compares the two for every letter.
 */
export function fold(text: string): string {
  const letters = [...text].map((letter) => plainly[letter] ?? letter).join('')
  const bare = letters.normalize('NFKD').replace(/[\u0300-\u036F]/g, '')
  // Letter by letter: a sigma is the same at the end of a word.
  return [...bare].map((letter) => letter.toLowerCase()).join('')
}
