import { type RefObject, useEffect, useEffectEvent } from 'react'

/** The acts of the keys, on the pair at a place in the list. */
interface Keys {
  onDecide: (place: number) => void
  onLater: (place: number) => void
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

export const pairsIn = (list: Element | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-pair]') ?? []),
]

/** Arrows move between the pairs, also from the page itself; N and S act on the pair that has the focus, or a part of it. */
export function usePairKeys(list: RefObject<HTMLElement | null>, { onDecide, onLater }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
    const { activeElement } = document
    if (activeElement?.matches('input, textarea, select')) return
    const isOnPage = !activeElement || activeElement.matches('body, main, h1')
    const pairs = pairsIn(list.current)
    const place = pairs.findIndex((pair) => pair.contains(activeElement))
    if (!isOnPage && place < 0) return
    const step = steps[event.key]
    if (step) {
      const next = pairs[place < 0 ? 0 : place + step]
      if (!next) return
      event.preventDefault()
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' })
    } else if (place >= 0 && event.key === 'n') {
      onDecide(place)
    } else if (place >= 0 && event.key === 's') {
      onLater(place)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
