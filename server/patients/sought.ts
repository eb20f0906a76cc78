import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../contract/fold.ts'
import { nameWords, soughtBirth } from '../../contract/search/people.ts'
import { holdsTerm, type Names, searchTerms, showsTerm } from '../db/search.ts'

/**
 * What a search asks of a table or an index called `patient`: the date of birth that was typed, or each part of it. Nothing
 * where nothing was typed. `isProbed`: of rows that are looked through one by one.
 */
export function sought(search = '', { isProbed = false, isKept = false } = {}): RawBuilder<SqlBool>[] {
  const born = soughtBirth(search)
  if (born) return [sql<SqlBool>`patient.date_of_birth = ${born}::date`]
  const holds = isProbed ? showsTerm : holdsTerm
  return searchTerms(search).map((term) => holds(sql`patient.search_text`, term, isKept))
}

/** What of a search a name can begin with, folded; nothing where it is a number, a day, an address or only in part a name. */
function nameParts(search = ''): string[] {
  if (soughtBirth(search)) return []
  const terms = searchTerms(search).map(fold)
  return terms.every((term) => /\p{L}/u.test(term) && !/[\d@]|^mrn$/.test(term)) ? terms : []
}

/** Whether a name begins so comes first: the place of a patient in what is found. None where no name can. */
export function placeOf(search: string | undefined): RawBuilder<number> | undefined {
  const parts = nameParts(search)
  if (parts.length === 0) return undefined
  const begin = parts.map((part) => sql`strpos(${wordsOfNames}, ${nameWords(part)}) > 0`)
  return sql<number>`case when ${sql.join(begin, sql` and `)} then 0 else 1 end`
}

const wordsOfNames = sql`name_words(patient.first_name_key || ' ' || patient.last_name_key)`

/**
 * The names by which those are found who come first; and where all are asked for who bear one word of Latin letters, all
 * names that hold it, with the words beside the names.
 */
export function namesHolding(search: string | undefined, { areAll }: { areAll: boolean }): Names | undefined {
  const parts = nameParts(search)
  const [longest] = parts.toSorted((one, other) => other.length - one.length)
  if (!longest) return undefined
  const tellAll = areAll && parts.length === 1 && /^\p{L}+$/u.test(longest)
  const areHeld = tellAll && /^[a-z]{3,}$/.test(longest)
  const begins = nameWords(longest)
  const pattern = `%${(areHeld ? longest : begins).replaceAll(/[\\%_]/g, '\\$&')}%`
  return {
    holding: sql`
      select name, strpos(words, ${begins}) > 0 as begins, as_first, as_last from patient_name where words like ${pattern}`,
    columns: { last_name_key: 'as_last', first_name_key: 'as_first' },
    tellAll,
    others: areHeld ? holdsTerm(sql`patient.other_words`, longest, true) : undefined,
  }
}
