import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * The parts of what was typed that must all be found. A phone number is looked for by its digits, however it was
 * written: without the zeros that a country's code takes the place of, and by the nine digits that stay the same with
 * and without one. A comma only separates: screens write names as 'RAO, Asha'.
 */
export function searchTerms(search = ''): string[] {
  const isPhone = /^[\d\s()+\-./]*\d[\d\s()+\-./]*$/.test(search)
  if (!isPhone) return search.split(/[\s,]+/).filter(Boolean)
  const digits = search.replace(/\D/g, '')
  return [(digits.replace(/^0+/, '') || digits).slice(-9)]
}

/**
 * That `text`, folded already, holds a term. The trigram index is no help with fewer than three letters in a row, and
 * read from end to end when it is used all the same: such terms are put so that it can't be.
 */
export function holdsTerm(text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return /[\p{L}\p{N}]{3}/u.test(term)
    ? sql`${text} like anywhere(${term})`
    : sql`strpos(${text}, fold(${term})) > 0`
}
