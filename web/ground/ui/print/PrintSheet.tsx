import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import classes from './PrintSheet.module.css'

/** Prints its children, and nothing else of the page, as soon as it is there. `onDone` takes it off again. */
export function PrintSheet({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  const done = useEffectEvent(onDone)

  useEffect(() => {
    let given = false
    const finish = () => done()
    document.body.dataset.printing = ''
    window.addEventListener('afterprint', finish)
    void document.fonts.ready.then(() => {
      if (!given) window.print()
    })
    return () => {
      given = true
      delete document.body.dataset.printing
      window.removeEventListener('afterprint', finish)
    }
  }, [])

  return createPortal(
    <div className={classes.sheet} data-print-sheet>
      {children}
    </div>,
    document.body,
  )
}
