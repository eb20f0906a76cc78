import { type RefObject, useEffect } from 'react'

/** An entry of a list that the arrow keys move through: a card of a board, or a row of its table. */
const entries = '[data-place="board"] > li, [data-place="table"] tbody > tr'
const controls = 'a[href], button'
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }

/**
 * Makes each list of entries one Tab stop. The arrow keys move between entries, and Tab goes to the controls of the focused
 * one. It looks the controls up in the page, because several nouns draw them.
 */
export function useArrows(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current
    if (!page) return undefined
    const current = new WeakMap<Element, Element>()

    function arrange() {
      const lists = new Set(
        [...(page?.querySelectorAll(entries) ?? [])].map(({ parentElement }) => parentElement),
      )
      for (const list of lists) if (list) arrangeOne(list)
    }
    function arrangeOne(list: Element) {
      const chosen = current.get(list)
      const stop = chosen?.parentElement === list ? chosen : list.firstElementChild
      for (const entry of list.children) {
        for (const control of entry.querySelectorAll(controls)) {
          if (entry === stop) control.removeAttribute('tabindex')
          else if (!control.hasAttribute('tabindex')) control.setAttribute('tabindex', '-1')
        }
      }
    }
    function enter({ target }: FocusEvent) {
      const entry = entryOf(target)
      if (!entry?.parentElement || current.get(entry.parentElement) === entry) return
      current.set(entry.parentElement, entry)
      arrangeOne(entry.parentElement)
    }
    function move(event: KeyboardEvent) {
      const step = steps[event.key]
      const entry = entryOf(event.target)
      if (!step || !entry || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const isAcross = event.key === 'ArrowRight' || event.key === 'ArrowLeft'
      const isGrid = entry.closest('[data-grid]') !== null
      const next =
        isAcross === isGrid
          ? neighbour(entry, step)
          : isGrid
            ? inNextLine(page, entry, step)
            : beside(page, entry, step)
      if (!next) return
      event.preventDefault()
      const first = next.querySelector<HTMLElement>(controls)
      first?.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' })
    }

    arrange()
    const changes = new MutationObserver(arrange)
    changes.observe(page, { childList: true, subtree: true })
    page.addEventListener('focusin', enter)
    page.addEventListener('keydown', move)
    return () => {
      changes.disconnect()
      page.removeEventListener('focusin', enter)
      page.removeEventListener('keydown', move)
    }
  }, [root])
}

const entryOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(entries) : null)

const neighbour = (entry: Element, step: number) =>
  step > 0 ? entry.nextElementSibling : entry.previousElementSibling

/** The entry at the same height in the next column that has one. */
function beside(page: Element | null, entry: Element, step: number): Element | undefined {
  const list = entry.parentElement
  const lists = [...(page?.querySelectorAll('[data-place="board"]') ?? [])]
  if (!list || !lists.includes(list)) return undefined
  const next = lists[lists.indexOf(list) + step]
  const { top } = entry.getBoundingClientRect()
  const away = (other: Element) => Math.abs(other.getBoundingClientRect().top - top)
  return [...(next?.children ?? [])].toSorted((one, other) => away(one) - away(other))[0]
}

/** The entry below or above in a grid, or in the next grid that has one. */
function inNextLine(page: Element | null, entry: Element, step: number): Element | undefined {
  const from = entry.getBoundingClientRect()
  return [...(page?.querySelectorAll('[data-grid] > li') ?? [])]
    .map((other) => {
      const { top, left } = other.getBoundingClientRect()
      return { other, down: Math.round(top - from.top) * step, across: Math.abs(left - from.left) }
    })
    .filter(({ down }) => down > 0)
    .toSorted((one, two) => one.down - two.down || one.across - two.across)[0]?.other
}
