import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import {
  type KeyboardEvent as KeyPress,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { commandKey } from '../../ground/shell/shortcuts.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { goBack, isCovered, wayBack } from '../../ground/ui/focus.ts'
import { late } from '../../ground/ui/lazy-component.tsx'
import classes from './Finder.module.css'
import { remember } from './recent.ts'

const FinderDialog = late(() => import('./FinderDialog.tsx'), 'FinderDialog', {
  isOpen: ({ opened }) => opened,
  close: ({ onClose }) => onClose(),
})

/** Opens everything by name: a button in the header, and Ctrl or ⌘ with K on every screen. */
function Finder() {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const [isComposing, setComposing] = useState(false)
  const early = useRef<HTMLInputElement>(null)
  const isEntered = useRef(false)
  const way = useRef<readonly HTMLElement[]>([])
  const { pathname } = useLocation()
  useEffect(() => remember(me.id, pathname), [me.id, pathname])

  /** The next key comes after this, and finds a box that takes it. */
  function open() {
    if (opened) return
    way.current = wayBack()
    isEntered.current = false
    flushSync(() => {
      setTaken(false)
      setOpened(true)
    })
    early.current?.focus()
  }

  function close() {
    setOpened(false)
    setComposing(false)
    goBack(way.current)
  }

  function takeEarly() {
    const typed = { text: early.current?.value ?? '', isEntered: isEntered.current }
    setTaken(true)
    return typed
  }

  const openByKey = useEffectEvent(open)
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      // An open dialog must not be hidden behind another, and nothing may open behind the cover.
      if (!isCovered() && !isOtherDialogOpen()) openByKey()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])

  return (
    <>
      <UnstyledButton className={classes.button} aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <span className={classes.hint}>
          Search <kbd>{commandKey} K</kbd>
        </span>
      </UnstyledButton>
      {opened &&
        !isTaken &&
        createPortal(
          <EarlyBox
            box={early}
            onEnter={(entered) => {
              isEntered.current = entered
            }}
            onComposing={setComposing}
            onClose={close}
          />,
          document.body,
        )}
      <FinderDialog opened={opened && !isComposing} onClose={close} takeEarly={takeEarly} />
    </>
  )
}

interface EarlyBoxProps {
  box: RefObject<HTMLInputElement | null>
  onEnter: (isLast: boolean) => void
  onComposing: (isComposing: boolean) => void
  onClose: () => void
}

/**
 * Takes what is typed until the dialog is there, whose code may still be on its way: no key is lost, and none acts on the
 * screen behind. Seen only by those who wait.
 */
function EarlyBox({ box, onEnter, onComposing, onClose }: EarlyBoxProps) {
  function press(event: KeyPress) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') onEnter(true)
    else if (event.key !== 'Tab') return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside the box, as beside the dialog; Escape does the same
    <div
      data-finder
      role="search"
      className={classes.early}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.earlyBox}>
        <div className={classes.earlyField}>
          <IconSearch size={18} aria-hidden="true" />
          {/* Not Mantine's input, which would load the code of all forms with every screen. */}
          <input
            ref={box}
            className={classes.earlyInput}
            aria-label="Search Lantern"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            onInput={() => onEnter(false)}
            onKeyDown={press}
            onCompositionStart={() => onComposing(true)}
            onCompositionEnd={() => onComposing(false)}
            // A screen that loads meanwhile must not take keys that are meant for this.
            onBlur={({ currentTarget, relatedTarget }) => {
              if (relatedTarget && !relatedTarget.closest('[data-finder]')) currentTarget.focus()
            }}
          />
        </div>
      </div>
    </div>
  )
}

function isOtherDialogOpen(): boolean {
  const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
  return dialogs.some((dialog) => !dialog.querySelector('[data-finder]'))
}

export const finder = <Finder />
