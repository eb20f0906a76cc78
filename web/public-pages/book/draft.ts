import { newAttemptKey } from '../../ground/client/attempt-key.ts'

export type Field = 'firstName' | 'lastName' | 'dateOfBirth' | 'phone' | 'email'
export type Details = Record<Field, string>

export interface Draft {
  details: Details
  clinic?: { id: string; name: string } | undefined
  date?: string | undefined
  time?: string | undefined
  /** The place that is held and has to be confirmed. */
  id?: string | undefined
  /** The text that was sent last, and its key: pressed again it is one request. */
  sent?: string | undefined
  key?: string | undefined
}

const entry = 'lantern.book'
const blank: Draft = { details: { firstName: '', lastName: '', dateOfBirth: '', phone: '', email: '' } }

/** The choices and the typed text of this tab, kept through errors and a reload. */
export function draftOf(): Draft {
  const kept = sessionStorage.getItem(entry)
  return kept ? (JSON.parse(kept) as Draft) : blank
}

export function keepDraft(draft: Draft): void {
  sessionStorage.setItem(entry, JSON.stringify(draft))
}

export function forgetDraft(): void {
  sessionStorage.removeItem(entry)
}

/** The draft with the key under which this text is sent, another one for another text. */
export function withKey(draft: Draft, sent: string): Draft & { key: string } {
  return { ...draft, sent, key: draft.sent === sent && draft.key ? draft.key : newAttemptKey() }
}
