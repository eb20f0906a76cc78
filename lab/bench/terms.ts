import type { Hospital } from './hospitals/hospitals.ts'
import type { Call } from './load.ts'

export function readCalls(paths: string[]): Call[] {
  return paths.map((path) => ({ kind: 'read', path }))
}

export const searchPaths = (terms: string[]) =>
  terms.map((term) => `/api/patients?search=${encodeURIComponent(term)}`)

/**
 * Single words that people type at a desk, about real patients: the floor looks for one part of three letters or more, as
 * it was typed.
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

/** What a search is measured with, by kind, from the rare to the common. */
export function searchKinds({ sample }: Hospital): Record<string, string[]> {
  const people = sample.patients.filter((_patient, index) => index % 25 === 0)
  return {
    'whole name': people.map(({ first, last }) => `${first} ${last}`),
    'last name': people.map(({ last }) => wordOf(last)),
    'first name': people.map(({ first }) => wordOf(first)),
    // The palette looks for two letters or more.
    'middle of a name': people.map(({ last }) => wordOf(last).slice(1, 4)).filter((part) => part.length > 1),
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

function mailName(email: string): string {
  return email.split('@')[0] ?? ''
}
