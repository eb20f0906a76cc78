import { Title } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { goBack, isCovered, noteWayBack, wayBack } from '../../ui/focus.ts'
import { Brand } from '../AccessPage.tsx'
import { useSite } from '../account.ts'
import classes from './Cover.module.css'

/**
 * Stands before the whole screen, in the browser's top layer: what is behind stays as it is, and can be neither seen,
 * nor reached with the keyboard, nor read aloud.
 */
export function Cover({ title, children }: { title: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { hospitalName } = useSite()

  useLayoutEffect(() => {
    const shown = dialog.current
    const way = wayBack()
    if (shown) noteWayBack(shown, way)
    document.documentElement.dataset.covered = ''
    // Browsers close a dialog at the second Escape, even if the first was prevented.
    const stay = () => shown?.isConnected && isCovered() && open()
    const open = () => {
      if (!shown?.open) shown?.showModal()
      shown?.querySelector<HTMLElement>('[data-first]')?.focus()
    }
    open()
    shown?.addEventListener('close', stay)
    return () => {
      shown?.removeEventListener('close', stay)
      delete document.documentElement.dataset.covered
      // It is not closed but taken away: Chromium gives a field its focus back from a dialog that closes, but no cursor, and
      // what is typed next is lost.
      goBack(way)
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={classes.cover}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
    >
      <div className={classes.panel}>
        <Brand hospitalName={hospitalName} />
        <Title order={1} id={titleId}>
          {title}
        </Title>
        {children}
      </div>
    </dialog>
  )
}
