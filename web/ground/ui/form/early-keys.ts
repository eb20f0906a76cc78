/** Milliseconds after it was first drawn in which a dialog takes the focus. */
const takesFocus = 500

/**
 * Keeps the text that is typed or pasted while a dialog or its form is on its way, so that no key acts on the screen
 * behind. After `hand` it goes into the first field that takes the focus; `drop` forgets it.
 */
export function keepKeys(onEscape?: () => void): { hand: () => void; drop: () => void } {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const drop = () => listening.abort()
  let text = ''
  let behind: Element | null = null

  function hear(event: KeyboardEvent | ClipboardEvent) {
    const { activeElement } = document
    if (isField(activeElement)) return
    // The dialog has the focus, and no form that is still loading.
    if (behind && activeElement !== behind && !isLoading(activeElement)) return drop()
    if (event instanceof ClipboardEvent) text += event.clipboardData?.getData('text') ?? ''
    else {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event
      const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')
      if (isCommand || isComposing) return
      if (key === 'Escape') {
        if (behind) drop()
        // A part without the focus would not hear it.
        if (behind && !onEscape) return
        onEscape?.()
      } else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
      else if ([...key].length === 1) text += key
      else if (key !== 'Enter') return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  addEventListener('keydown', hear, options)
  addEventListener('paste', hear, options)
  return {
    hand() {
      behind = document.activeElement
      const give = ({ target }: { target: EventTarget | null }) => {
        if (isLoading(target) && !isField(target)) return
        drop()
        // The one way to type that the browser takes for typing: the form hears it, and it can be undone.
        if (text && isField(target)) document.execCommand('insertText', false, text)
      }
      addEventListener('focusin', give, options)
      const end = () => isLoading(document.activeElement) || drop()
      // The time begins with the first paint, which is late on a slow machine.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(end, takesFocus)))
    },
    drop,
  }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('textarea, input:not([type=radio], [type=checkbox])')
}

function isLoading(target: EventTarget | null): boolean {
  return target instanceof Element && !!target.closest('[role=dialog]:has(.mantine-Skeleton-root)')
}
