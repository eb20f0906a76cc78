import type { Hospital } from './hospitals/hospitals.ts'
import type { Call } from './load.ts'

export function readCalls(paths: string[]): Call[] {
  return paths.map((path) => ({ kind: 'read', path }))
}

export const searchPaths = (terms: string[]) =>
  terms.map((term) => `/api/patients?search=${encodeURIComponent(term)}`)

/**
 * Single words that people type at a desk, about patients that exist. They have three letters or more, because the
 * floor searches only for one part of that length, exactly as it was typed.
 */
export function searchTerms({ sample }: Hospital): string[] {
  const terms: string[] = []
  for (const [index, { first, last, mrn, phone, email }] of sample.patients.entries()) {
    const digits = phone.replaceAll(/\D/g, '').slice(-6)
    const kinds = [
      wordOf(last),
      wordOf(first),
      mrn.slice(3),
      digits.replace(/^0+/, ''),
      mailName(email ?? '') || mrn.slice(3),
    ]
    terms.push(kinds[index % kinds.length] ?? mrn)
  }
  return terms.filter((term) => term.length > 2).slice(0, 300)
}

/** The terms that measure searches, by kind, from the rare to the common. */
export function searchKinds({ sample }: Hospital): Record<string, string[]> {
  const people = sample.patients.filter((_patient, index) => index % 25 === 0)
  return {
    'whole name': people.map(({ first, last }) => `${first} ${last}`),
    'last name': people.map(({ last }) => wordOf(last)),
    'first name': people.map(({ first }) => wordOf(first)),
    // The palette looks for two letters or more.
    'middle of a name': people.map(({ last }) => wordOf(last).slice(1, 4)).filter((part) => part.length > 1),
    'misspelt name': people.flatMap(({ last }) => misspelt(wordOf(last))),
    'date of birth': people.map(({ born }) => born.split('-').toReversed().join('/')),
    'whole MRN': people.map(({ mrn }) => mrn),
    'end of an MRN': people.map(({ mrn }) => mrn.slice(-4)),
    'whole phone': people.map(({ phone }) => phone),
    'end of a phone': people.map(({ phone }) => phone.slice(-4)),
    'e-mail': people.flatMap(({ email }) => email ?? []),
    'name in an e-mail': people.flatMap(({ email }) => mailName(email ?? '') || []),
    'in every record': ['example', 'mrn', 'mrn1', 'example.com', '555'],
  }
}

function wordOf(name: string): string {
  return name.split(/[\s'’-]/).toSorted((one, other) => other.length - one.length)[0] ?? name
}

/** The name with its two middle letters swapped. It is empty if the name is too short, or the two are the same. */
function misspelt(name: string): string[] {
  const middle = Math.floor(name.length / 2)
  const [before, after] = [name[middle - 1] ?? '', name[middle] ?? '']
  const isShort = name.length < 3
  return isShort || before.toLowerCase() === after.toLowerCase()
    ? []
    : [name.slice(0, middle - 1) + after + before + name.slice(middle + 1)]
}

function mailName(email: string): string {
  return email.split('@')[0] ?? ''
}
