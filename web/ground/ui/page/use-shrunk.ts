import { type RefCallback, useCallback } from 'react'

/**
 * Marks an element (`data-shrunk`) while it is scrolled out of sight, behind the bar at the top. While something is open from
 * it the mark stays as it is, because a menu would lose the button that it hangs from. What 'More actions' shows is closed
 * when the mark changes, and by Escape.
 */
export function useShrunk(close: () => void): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const bar = getComputedStyle(element).getPropertyValue('--header-height')
      let room = 0
      const mark = () => {
        if (
          room > 0 === element.hasAttribute('data-shrunk') ||
          element.querySelector('[aria-expanded="true"]:not([data-more])')
        )
          return
        // Its place in the page stays as high as it was, though its row is in the bar.
        element.style.minHeight = room ? `${room}px` : ''
        element.toggleAttribute('data-shrunk', room > 0)
        close()
      }
      const sight = new IntersectionObserver(
        (entries) => {
          const { isIntersecting = true, boundingClientRect } = entries.at(-1) ?? {}
          const { height = 0, bottom = 0 } = boundingClientRect ?? {}
          room = !isIntersecting && bottom <= Number.parseFloat(bar) + 1 ? height : 0
          mark()
        },
        { rootMargin: `-${bar} 0px 0px` },
      )
      sight.observe(element)
      const openings = new MutationObserver(mark)
      openings.observe(element, { subtree: true, attributeFilter: ['aria-expanded'] })
      element.addEventListener('keydown', ({ key }) => {
        const more = element.querySelector<HTMLElement>('[data-more][data-open]')
        if (key !== 'Escape' || !more) return
        close()
        more.focus()
      })
      return () => {
        sight.disconnect()
        openings.disconnect()
      }
    },
    [close],
  )
}
