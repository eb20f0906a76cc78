import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'
import { hospitalNow } from './clock.ts'
import { draftPrefix } from './draft-entries.ts'

function entryOf(accountId: string, formKey: string): string {
  return `${draftPrefix}${accountId}:${formKey}`
}

/** Whether a form has an unsent draft, so that it can be reopened automatically. */
export function hasDraft(accountId: string, formKey: string): boolean {
  return sessionStorage.getItem(entryOf(accountId, formKey)) !== null
}

/** Discards the draft of a form that is not on the screen. */
export function forgetDraft(accountId: string, formKey: string): void {
  sessionStorage.removeItem(entryOf(accountId, formKey))
}

/** A draft as it is kept: the values, and when the last of them was typed, in milliseconds by the server's clock. */
type Kept<Values> = Partial<Values> & { draftTypedAt?: number }

/**
 * Keeps what is typed into a form through Back and reload, in this tab and for this account only. `formKey` names the
 * form and its record ('patient:new', 'patient:<id>'). `restoring` makes of a draft what the form shows, where that
 * depends on when it was typed. Call `forget` when the form has been sent or discarded.
 */
export function useFormDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  accountId: string,
  formKey: string,
  restoring: (draft: Values, typedAt: number) => Values = (draft) => draft,
): { forget: () => void; restored: boolean } {
  const entry = entryOf(accountId, formKey)
  const { values, getValues, setValues, isDirty } = form
  const restored = useRef<string | undefined>(undefined)
  const found = useRef(false)
  const forgotten = useRef(false)
  const justRestored = useRef(false)
  const lastTyped = useRef({ values: '', at: 0 })
  const restore = useEffectEvent(restoring)
  useEffect(() => {
    if (restored.current === entry) return
    restored.current = entry
    forgotten.current = false
    const kept = sessionStorage.getItem(entry)
    if (!kept) return
    found.current = true
    justRestored.current = true
    const { draftTypedAt = hospitalNow(), ...draft } = JSON.parse(kept) as Kept<Values>
    const values = restore({ ...getValues(), ...draft } as Values, draftTypedAt)
    // Laid over the form again, it was not typed again.
    lastTyped.current = { values: JSON.stringify(values), at: draftTypedAt }
    setValues(values)
  }, [entry, getValues, setValues])

  useEffect(() => {
    if (restored.current !== entry) return
    if (justRestored.current) {
      // These are still the values from before the draft was laid over them.
      justRestored.current = false
      return
    }
    if (!isDirty()) {
      // After a save that left the form open, what is typed next is kept again.
      forgotten.current = false
      sessionStorage.removeItem(entry)
    } else if (!forgotten.current) {
      const text = JSON.stringify(values)
      if (lastTyped.current.values !== text) lastTyped.current = { values: text, at: hospitalNow() }
      const kept: Kept<Values> = { ...values, draftTypedAt: lastTyped.current.at }
      sessionStorage.setItem(entry, JSON.stringify(kept))
    }
  }, [values, isDirty, entry])

  return {
    // oxlint-disable-next-line react/refs -- it changes only with the values, which draw the form again
    restored: found.current,
    forget() {
      forgotten.current = true
      found.current = false
      sessionStorage.removeItem(entry)
    },
  }
}
