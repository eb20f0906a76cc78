/** Milliseconds within which what is there takes the focus. */
const takesFocus = 500

/**
 * Keeps the keys that are pressed while a dialog is on its way, so that none acts on the screen behind. `hand` types them
 * into the field to which the dialog gives the focus; `drop` forgets them.
 */
export function keepKeys(onEscape: () => void): { hand: () => void; drop: () => void } {
  let text = ''
  let waiting: ReturnType<typeof setTimeout> | undefined

  function hear(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, isComposing, target } = event
    const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')
    if (isCommand || isComposing || isField(target)) return
    if (key === 'Escape') onEscape()
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
    else if ([...key].length === 1) text += key
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }

  function give({ target }: { target: EventTarget | null }) {
    drop()
    // The one way to type that the browser takes for typing: the form hears it, and it can be undone.
    if (text !== '' && isField(target)) document.execCommand('insertText', false, text)
  }

  function drop() {
    clearTimeout(waiting)
    removeEventListener('keydown', hear, { capture: true })
    removeEventListener('focusin', give)
  }

  addEventListener('keydown', hear, { capture: true })
  return {
    hand() {
      addEventListener('focusin', give)
      waiting = setTimeout(drop, takesFocus)
    },
    drop,
  }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('textarea, input:not([type=radio], [type=checkbox])')
}
