import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useState } from 'react'

/**
 * Enter and Tab in boxes with suggestions: they take the marked one, or else the first for the typed text. In a box for
 * patients they take only a marked one, because the first may be the wrong patient.
 */

type BoxKey = KeyboardEvent<HTMLInputElement>

interface Box {
  /** The text while nothing has been taken for it; empty while the box shows the chosen one. */
  typed: string
  /** The suggestions on screen are for something typed earlier: none of them may be taken. */
  isBehind?: boolean
  /** Takes the first as soon as what was typed is answered. */
  wait?: () => void
  /** Shows the suggestions; only of a box in which Enter never sends the form around it. */
  open?: () => void
  /** The last of the list makes something new: only Enter takes it, no slip of the Tab key. */
  endsWithAddition?: boolean
  /** Takes only a marked one. */
  takesMarkedAlone?: boolean
}

/**
 * For a box's `onKeyDownCapture`: nothing that the list itself does with Enter comes before it. Enter never sends the form
 * over something that is typed and not taken; Tab goes on its way.
 */
export function takeFirstHit(
  event: BoxKey,
  { typed, isBehind = false, wait, open, endsWithAddition = false, takesMarkedAlone = false }: Box,
): void {
  const { key, ctrlKey, altKey, metaKey, nativeEvent } = event
  const isEnter = key === 'Enter'
  if ((!isEnter && key !== 'Tab') || ctrlKey || altKey || metaKey || nativeEvent.isComposing) return

  const isTyped = typed.trim() !== ''
  const hit = isBehind
    ? undefined
    : hitUnder(event.currentTarget, isTyped && !takesMarkedAlone, endsWithAddition && !isEnter)
  if (isEnter && (hit || isTyped || open)) {
    event.preventDefault()
    event.stopPropagation()
  }
  if (hit) hit.click()
  else if (isTyped && isBehind) wait?.()
  else if (isEnter) open?.()
}

/** The marked one of the list under a box, if that is open; else the first, where that may be taken. */
function hitUnder(box: HTMLInputElement, takesFirst: boolean, butLast: boolean): HTMLElement | undefined {
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '')
  const all = [...(list?.querySelectorAll<HTMLElement>('[data-combobox-option]') ?? [])]
  const options = (butLast ? all.slice(0, -1) : all).filter(
    (option) => !option.hasAttribute('data-combobox-disabled'),
  )
  const marked = options.find((option) => option.hasAttribute('data-combobox-selected'))
  return marked ?? (takesFirst ? options[0] : undefined)
}

/**
 * The text that a box looks up on the server: when the keys rest, or at once when somebody waits for it or the text is
 * complete (`isWhole`).
 */
export function useLookup(typed: string, isWhole = false) {
  const text = typed.trim()
  const [rested] = useDebouncedValue(text, 200)
  const [awaited, setAwaited] = useState<string>()
  const forget = useCallback(() => setAwaited(undefined), [])
  return {
    search: awaited ?? (isWhole ? text : rested),
    /** Enter or Tab was pressed before the answer; the keyboard may be elsewhere by then. */
    isAwaited: awaited !== undefined,
    isBehind: awaited === undefined && text !== rested && !isWhole,
    wait: () => setAwaited(text),
    /** Something else is typed: what was waited for is not meant any more. */
    forget,
  }
}

/** Takes the first of `hits` when they were waited for; undefined while those for what was typed are not there. */
export function useAwaitedHit<Hit>(
  { isAwaited, forget }: Pick<ReturnType<typeof useLookup>, 'isAwaited' | 'forget'>,
  hits: readonly Hit[] | undefined,
  take: (hit: Hit) => void,
): void {
  const taking = useEffectEvent(take)
  useEffect(() => {
    if (!isAwaited || !hits) return
    forget()
    if (hits[0] !== undefined) taking(hits[0])
  }, [isAwaited, hits, forget])
}
