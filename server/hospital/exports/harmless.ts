import pg from 'pg'

/**
 * As `server/ground/records/csv.ts` has it, in PostgreSQL's own writing: the places in which a spreadsheet begins a cell, spaces and
 * invisible characters, and the characters that begin a formula.
 */
const begins = String.raw`^|[;；\t-\r\u0085\u2028\u2029"]`
const blank = String.raw`[\s"\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]*`
const formula = '[-=+@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊−]'

/**
 * A text that no spreadsheet runs as a formula: an apostrophe more stands where one would begin. `docs/load-export.mjs` takes away
 * exactly that one again, so apostrophes that were there before are kept.
 */
export function harmlessText(column: string): string {
  const name = pg.escapeIdentifier(column)
  const found = pg.escapeLiteral(`(${begins})(${blank})('*${formula})`)
  return `case when ${name} ~ ${pg.escapeLiteral(formula)} then regexp_replace(${name}, ${found}, ${pg.escapeLiteral(String.raw`\1\2'\3`)}, 'g') else ${name} end as ${name}`
}
