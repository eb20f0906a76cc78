import { useEffect, useEffectEvent } from 'react'
import { isCovered } from '../../ground/ui/focus.ts'

const typing = 'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"])'

/** T for today, [ and ] for the day or week before and after. */
export function useDayKeys({
  onToday,
  onStep,
}: {
  onToday: () => void
  onStep: (step: 1 | -1) => void
}): void {
  const act = useEffectEvent((key: string) => {
    if (key === '[') onStep(-1)
    else if (key === ']') onStep(1)
    else if (key.toLowerCase() === 't') onToday()
  })
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, target } = event
      // Many keyboards have the brackets on AltGr, which counts as Ctrl too.
      if ((ctrlKey && !event.getModifierState('AltGraph')) || metaKey || isCovered()) return
      if (target instanceof Element && target.closest(typing)) return
      // An open dialog or menu comes first.
      if (!document.querySelector('[aria-modal="true"], [role="menu"]')) act(key)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
