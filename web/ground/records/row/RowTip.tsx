import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Milliseconds for which the mouse rests on an icon before its verb is shown. */
const rest = 300

/** The verb of the icon that the mouse is on: one for all rows, because one in each icon is slow to draw. */
export function RowTip() {
  const [button, setButton] = useState<HTMLElement>()
  useEffect(() => {
    let under: HTMLElement | null = null
    let waiting: ReturnType<typeof setTimeout>
    function leave() {
      clearTimeout(waiting)
      under = null
      setButton(undefined)
    }
    function move({ target, pointerType }: PointerEvent) {
      const found = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (found === under) return
      leave()
      if (!found || pointerType !== 'mouse') return
      under = found
      waiting = setTimeout(() => setButton(found), rest)
    }
    addEventListener('pointerover', move)
    addEventListener('pointerdown', leave)
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      clearTimeout(waiting)
      removeEventListener('pointerover', move)
      removeEventListener('pointerdown', leave)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [])
  return button && <Tooltip key={button.ariaLabel} target={button} label={button.dataset.tip} opened />
}
