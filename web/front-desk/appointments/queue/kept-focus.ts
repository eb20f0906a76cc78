import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { hasNoFocus } from '../../../ground/ui/focus.ts'

/**
 * Keeps the keyboard's place in lists of appointments that change under it. A card that had the focus and moved to
 * another column keeps it; when it left the screen, the next one beside it gets it, else the heading.
 * Lists say which they are (`data-place`), and their entries which appointment they show (`data-appointment`).
 */
export function useKeptFocus(
  root: RefObject<HTMLElement | null>,
): (appointmentId: string, place: string) => void {
  const last = useRef<{ place: string; ids: string[] } | undefined>(undefined)

  useEffect(() => {
    function remember(event: FocusEvent) {
      last.current = event.target instanceof HTMLElement ? placeOf(event.target) : undefined
    }
    // A click outside all controls removes the focus on purpose.
    function forget(event: PointerEvent) {
      if (event.target instanceof Element && !event.target.closest('[data-appointment]'))
        last.current = undefined
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])

  useLayoutEffect(() => {
    if (last.current && root.current && hasNoFocus())
      focusOne(root.current, last.current.place, last.current.ids)
  })

  return useCallback(
    (appointmentId, place) => {
      if (root.current && hasNoFocus()) focusOne(root.current, place, [appointmentId])
    },
    [root],
  )
}

/** The appointment around an element, then those after it, then those before it, nearest first. */
function placeOf(element: HTMLElement): { place: string; ids: string[] } | undefined {
  const entry = element.closest<HTMLElement>('[data-appointment]')
  const list = entry?.closest<HTMLElement>('[data-place]')
  if (!entry || !list) return undefined
  const entries = [...list.querySelectorAll<HTMLElement>('[data-appointment]')]
  const at = entries.indexOf(entry)
  const nearest = [entry, ...entries.slice(at + 1), ...entries.slice(0, at).toReversed()]
  return { place: list.dataset.place ?? '', ids: nearest.map((one) => one.dataset.appointment ?? '') }
}

function focusOne(root: HTMLElement, place: string, ids: string[]): void {
  for (const id of ids) {
    const entry = root.querySelector<HTMLElement>(
      `[data-place="${place}"] [data-appointment="${CSS.escape(id)}"]`,
    )
    if (!entry) continue
    entry.focus({ preventScroll: true })
    entry.scrollIntoView({ block: 'nearest' })
    return
  }
  root.querySelector<HTMLElement>('h2[tabindex], [role="tab"][aria-selected="true"]')?.focus()
}
