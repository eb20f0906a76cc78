import { soughtBirth } from '../../../contract/search/people.ts'

/** The kinds of thing that a typed text can mean; only these are looked up. */

export type Kind = 'patients' | 'appointments' | 'turns' | 'beds' | 'items' | 'orders' | 'staff'

/** The fewest letters that are sent to the server; a number in today's queue may have one digit. */
const fewestLetters = 2
const queueNumber = /^(#?)\s*([1-9]\d{0,2})$/
const orderNumber = /^(po\s*)?([1-9]\d{0,8})$/i

export function kindsOf(typed: string): readonly Kind[] {
  const text = typed.trim()
  if (text.startsWith('#')) return queueNumber.test(text) ? ['turns'] : []
  if (text.length < fewestLetters) return queueNumber.test(text) ? ['turns'] : []
  if (/^mrn\s*\d*$/i.test(text) || soughtBirth(text)) return ['patients', 'appointments']
  if (/^po\s*\d+$/i.test(text)) return ['orders']
  if (text.includes('@')) return ['patients', 'appointments', 'staff']
  if (!/\d/.test(text)) return ['patients', 'appointments', 'items', 'staff']
  const isNumber = /^\d+$/.test(text)
  return [
    'patients',
    'appointments',
    ...(queueNumber.test(text) ? (['turns'] as const) : []),
    // Beds are found by number, so a name alone does not read who lies in all of them.
    'beds',
    'items',
    ...(orderNumber.test(text) ? (['orders'] as const) : []),
    ...(isNumber ? [] : (['staff'] as const)),
  ]
}

/** 57 for '#57' and '57'. */
export function queueNumberIn(typed: string): number | undefined {
  const [, , digits] = queueNumber.exec(typed.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
