import { type RefCallback, useCallback } from 'react'

/** Marks an element (`data-shrunk`) while it is scrolled out of sight, behind the bar at the top. */
export function useShrunk(): RefCallback<HTMLElement> {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const bar = getComputedStyle(element).getPropertyValue('--header-height')
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting = true, boundingClientRect } = entries.at(-1) ?? {}
        const { height = 0, bottom = 0 } = boundingClientRect ?? {}
        const isAbove = !isIntersecting && height > 0 && bottom <= Number.parseFloat(bar) + 1
        // Its place in the page stays as high as it was, though its title stands in the bar.
        element.style.minHeight = isAbove ? `${height}px` : ''
        element.toggleAttribute('data-shrunk', isAbove)
      },
      { rootMargin: `-${bar} 0px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
}
