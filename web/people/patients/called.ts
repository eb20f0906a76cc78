import { readTypedDay, readTypedPeriod } from '../../../contract/days.ts'

/** The searched text that found nobody, for the form that registers it. */

type Carried = Partial<Record<'firstName' | 'lastName' | 'contactNumber' | 'email' | 'dateOfBirth', string>>

/** 'asha rao', 'Rao, Asha', '+1 555 010', 'asha@home.test', '3 Feb 1984', 'Feb 1984'; nothing of an MRN, which only the server gives. */
export function carriedFrom(typed: string | undefined): Carried {
  const text = typed?.trim().replace(/\s+/g, ' ') ?? ''
  if (/^mrn\d*$/i.test(text)) return {}
  const day = readTypedDay(text) ?? (/[a-z/]/i.test(text) ? readTypedPeriod(text) : undefined)
  if (day) return { dateOfBirth: day }
  if (text.includes('@')) return { email: text }
  if (/\d/.test(text)) return /\p{L}/u.test(text) ? {} : { contactNumber: text }
  if (!/\p{L}/u.test(text)) return {}
  const [last = '', first] = text.split(/ ?, ?/)
  if (first !== undefined) return { firstName: nameOf(first), lastName: nameOf(last) }
  const space = text.lastIndexOf(' ')
  return { firstName: nameOf(text.slice(0, Math.max(space, 0))), lastName: nameOf(text.slice(space + 1)) }
}

/** The verb with its object; undefined where there is nothing to carry over. */
export function registerWords(typed: string): string | undefined {
  const carried = carriedFrom(typed)
  if (Object.keys(carried).length === 0) return undefined
  const { firstName, lastName } = carried
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return `Register “${name || typed.trim()}”`
}

/** Capitalised like a name, if it was typed without capitals. */
function nameOf(typed: string): string {
  if (typed !== typed.toLowerCase()) return typed
  return typed.replace(
    /(^|[\s'’-])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}
