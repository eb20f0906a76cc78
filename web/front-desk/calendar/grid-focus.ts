import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { hasNoFocus } from '../../ground/ui/focus.ts'
import { nearest, type Stop } from './layout.ts'

const stopOf = ({ dataset }: HTMLElement): Stop => ({
  key: dataset.key ?? '',
  column: Number(dataset.column),
  at: Number(dataset.at),
})

/** Everything in a grid that the arrow keys reach, as it is drawn. */
export function stopsIn(root: Element): Stop[] {
  const stops = [...root.querySelectorAll<HTMLElement>('[data-key]')].map(stopOf)
  return stops.toSorted((a, b) => a.column - b.column || a.at - b.at)
}

export function focusStop(root: Element, { key }: Stop): void {
  const element = root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Keeps the keyboard's place in a grid that changes under it: what takes the place of a booked time gets the focus. */
export function useGridFocus(root: RefObject<HTMLElement | null>): void {
  const last = useRef<Stop>(undefined)
  useEffect(() => {
    function remember({ target }: FocusEvent) {
      last.current =
        target instanceof HTMLElement && target.dataset.key !== undefined ? stopOf(target) : undefined
    }
    // A click outside all controls removes the focus on purpose.
    function forget({ target }: PointerEvent) {
      if (target instanceof Element && !target.closest('[data-key]')) last.current = undefined
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])
  useLayoutEffect(() => {
    const { current } = last
    if (!current || !root.current || !hasNoFocus()) return
    const stops = stopsIn(root.current)
    const columns = [...new Set(stops.map(({ column }) => column))]
    const column = columns.includes(current.column) ? current.column : columns.at(-1)
    const next = stops.find(({ key }) => key === current.key) ?? nearest(stops, column, current.at)
    if (next) focusStop(root.current, next)
  })
}
