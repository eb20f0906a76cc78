import { useEffect, useEffectEvent } from 'react'
import { isCovered } from '../focus.ts'

/** The dialogs that are open, the uppermost last. */
const dialogs: symbol[] = []
/** Events that have closed a dialog already. The uppermost may be gone by the time that the one below is asked. */
const used = new WeakSet<Event>()

/**
 * Escape is for the dialog that somebody is in: not for the one below a question, and for none behind the cover. Mantine
 * hears it on the window, for each dialog that is open.
 */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return undefined
    const dialog = Symbol()
    dialogs.push(dialog)
    function hear(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing || used.has(event)) return
      if (dialogs.at(-1) !== dialog || isCovered() || isOwnEscape(event.target)) return
      used.add(event)
      close()
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => {
      window.removeEventListener('keydown', hear, { capture: true })
      dialogs.splice(dialogs.indexOf(dialog), 1)
    }
  }, [isOpen])
}

/** Lists that are open, and forms within a dialog, say with Mantine's word that Escape is theirs. */
function isOwnEscape(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
}
