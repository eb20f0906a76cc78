import { newAttemptKey } from '../../ground/client/attempt-key.ts'

/** The typed form, kept through errors and a reload, in this tab alone. */
export type Typed = Record<'name' | 'hospital' | 'email' | 'phone' | 'message', string>

interface Draft {
  typed: Typed
  /** The key of this attempt: pressed again, after a reload too, it is the same request. */
  key: string
}

const entry = 'lantern.demo-request'

export function draftOf(): Draft | undefined {
  const kept = sessionStorage.getItem(entry)
  return kept ? (JSON.parse(kept) as Draft) : undefined
}

/** Keeps what is typed; answers the key under which it is sent, another one for another text. */
export function keepDraft(typed: Typed): string {
  const before = draftOf()
  const isSame = before && JSON.stringify(before.typed) === JSON.stringify(typed)
  const key = isSame ? before.key : newAttemptKey()
  sessionStorage.setItem(entry, JSON.stringify({ typed, key } satisfies Draft))
  return key
}

export function forgetDraft(): void {
  sessionStorage.removeItem(entry)
}
