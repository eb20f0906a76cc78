import type { Hospital } from '../hospital.ts'

/** What a public page says of the hospital: its own details where they are marked, or the sample that stands there. */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/**
 * A hospital that says how it is reached is shown with that and nothing else: what bears the name of a detail that it
 * lacks is taken out; and what is its own (`data-own`), where it says nothing. web/public-pages/Contact.tsx writes the
 * marks.
 */
export function withDetails(page: string, hospital: Hospital | null): string {
  const { email, phone, address } = hospital ?? {}
  const isKnown = Boolean(email || phone || address)
  const own = new Map(
    Object.entries({
      email,
      phone,
      address,
      name: hospital?.name,
      logoMark: hospital?.logoMark,
      dialled: phone?.replace(/[^\d+]/g, ''),
    }),
  )
  const kept = page.replace(
    /<(li|span) data-(detail|own)="(\w+)"[^>]*>.*?<\/\1>/gs,
    (whole, _tag, kind: string, name: string) => ((isKnown ? own.get(name) : kind === 'detail') ? whole : ''),
  )
  return kept.replace(/__HOSPITAL_(\w+)\(([^)]*)\)__/g, (_mark, name: string, sample: string) =>
    isKnown ? escaped(own.get(name) ?? '') : sample,
  )
}
