import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '../../session/account.ts'
import { isCovered } from '../../ui/focus.ts'
import { late } from '../../ui/late.tsx'
import classes from './Finder.module.css'
import { remember } from './recent.ts'

const FinderDialog = late(async () => (await import('./FinderDialog.tsx')).FinderDialog, {
  isOpen: ({ opened }) => opened,
  close: ({ onClose }) => onClose(),
})

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The way to everything by its name: a button in the header, and Ctrl or ⌘ with K wherever one is. */
function Finder() {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => remember(me.id, pathname), [me.id, pathname])

  useEffect(() => {
    function open(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      // What is being done in a dialog is not hidden behind another, and nothing opens behind the cover.
      if (!isCovered() && !isOtherDialogOpen()) setOpened(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])

  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened(true)}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <span className={classes.hint}>
          Search <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
        </span>
      </UnstyledButton>
      <FinderDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

function isOtherDialogOpen(): boolean {
  const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
  return dialogs.some((dialog) => !dialog.querySelector('[data-finder]'))
}

export const finder = <Finder />
