import { type Ref, useEffect } from 'react'

/** Hands an element that is already on the screen to a menu or popover, as what it opens from. */
export function ElementTarget({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useEffect(() => {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }, [element, ref])
  return null
}
