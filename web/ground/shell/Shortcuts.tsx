import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { isCovered } from '../ui/focus.ts'
import { late } from '../ui/lazy-component.tsx'
import { OpenShortcuts } from './shortcuts.ts'

const ShortcutsDialog = late(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog', {
  isOpen: ({ opened }) => opened,
  close: ({ onClose }) => onClose(),
})

const typing = 'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"])'

/** Opens the list of keyboard shortcuts with '?', and for whatever stands within. */
export function Shortcuts({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const open = useCallback(() => setOpened(true), [])
  useEffect(() => {
    function hear({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) {
      if (key !== '?' || ctrlKey || metaKey || altKey || isCovered()) return
      if (target instanceof Element && target.closest(typing)) return
      // An open dialog or menu comes first.
      if (!document.querySelector('[aria-modal="true"], [role="menu"]')) open()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [open])
  return (
    <OpenShortcuts value={open}>
      {children}
      <ShortcutsDialog opened={opened} onClose={() => setOpened(false)} />
    </OpenShortcuts>
  )
}
