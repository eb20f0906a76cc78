import type { Hospital } from '../hospital.ts'

/** The hospital's details on public pages, put in the marked places of the samples. */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/**
 * A hospital that says how it is reached is shown with that and nothing else: what bears the name of a detail that it
 * lacks is taken out. Its own name and logo (`data-own`) are shown as soon as it has them, and are marks without a sample.
 * web/public-pages/Contact.tsx writes the marks.
 */
export function withDetails(page: string, hospital: Hospital | null): string {
  const { email, phone, address, name, logoMark } = hospital ?? {}
  const isReached = Boolean(email || phone || address)
  const known = new Map(
    Object.entries({ email, phone, address, name, logoMark, dialled: phone?.replace(/[^\d+]/g, '') }),
  )
  const isShown = {
    detail: (mark: string) => !isReached || known.get(mark),
    own: (mark: string) => (mark === 'name' ? hospital?.isNamed : known.get(mark)),
  }
  const kept = page.replace(
    /<(li|span) data-(detail|own)="(\w+)"[^>]*>.*?<\/\1>/gs,
    (whole, _tag, kind: keyof typeof isShown, mark: string) => (isShown[kind](mark) ? whole : ''),
  )
  return kept.replace(/__HOSPITAL_(\w+)\((.*?)\)__/gs, (_whole, mark: string, sample: string) =>
    isReached || !sample ? escaped(known.get(mark) ?? '') : sample,
  )
}
