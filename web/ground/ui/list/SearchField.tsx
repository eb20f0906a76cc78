import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useAwaitedHit } from '../form/first-hit.ts'
import { ScannedContext } from './scanned.ts'

/** Letters of a search; a code that is scanned behind it has room beside it. */
const longestSearch = 100

/** The hit that Enter opens if the search finds only one. */
export interface OnlyHit {
  /** The list still shows an earlier search. */
  isBehind: boolean
  open: (() => void) | undefined
}

/**
 * A search box: tells what was typed, without the spaces around it, when the keys rest; clears by button or Esc, and '/'
 * brings one here. Enter opens the only hit, once that is the answer to what was typed. A code that is scanned into it is no search: it opens what it stands for at once.
 */
export function SearchField({
  label,
  placeholder,
  value,
  pause = 250,
  only,
  onChange,
}: {
  /** Its accessible name: 'Search staff by name or e-mail' */
  label: string
  placeholder?: string
  value: string
  /** Milliseconds after the last key; 0 where what is searched is on the screen already. */
  pause?: number
  only?: OnlyHit
  onChange: (text: string) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const searched = useRef(value)
  const path = useRef('')
  /** A scanner ends with Enter, which must not open the only hit. */
  const isScanned = useRef(false)
  const takeScanned = useContext(ScannedContext)
  const tell = useDebouncedCallback((text: string) => {
    // The user may have gone to another screen.
    if (path.current !== window.location.pathname) return
    searched.current = searchOf(text)
    onChange(searched.current)
  }, pause)

  // A value that comes from outside (Back, a cleared filter) replaces what stands here; our own echo doesn't.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setTyped(value)
    // Text typed just before is not searched for any more.
    tell.cancel()
  }, [value, tell])

  const [isAwaited, setAwaited] = useState(false)
  const forget = useCallback(() => setAwaited(false), [])
  const isAnswered = only && !only.isBehind && searchOf(typed) === value
  useAwaitedHit({ isAwaited, forget }, isAnswered ? [only.open] : undefined, (open) => open?.())

  useHotkeys([['/', () => box.current?.focus()]])

  function type(typedNow: string) {
    const before = takeScanned(typedNow)
    const text = before ?? typedNow
    path.current = window.location.pathname
    forget()
    isScanned.current = before !== undefined
    setTyped(text)
    tell(text)
    // Half of a slow scanner's code may have been searched for: the address gets back the text from before.
    if (before !== undefined) tell.flush()
  }

  return (
    <TextInput
      ref={box}
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={typed}
      maxLength={2 * longestSearch}
      miw={0}
      style={{ flex: '1 1 280px', maxWidth: 480 }}
      styles={{ input: { textOverflow: 'ellipsis' } }}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        typed ? (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              type('')
              box.current?.focus()
            }}
          />
        ) : (
          <Kbd size="xs" aria-hidden="true" visibleFrom="sm">
            /
          </Kbd>
        )
      }
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={forget}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed) type('')
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || isScanned.current) return
        if (!only || !typed.trim()) return
        tell.flush()
        setAwaited(true)
      }}
    />
  )
}

/** The search: the typed text without the spaces around it. */
function searchOf(typed: string): string {
  return typed.trim().slice(0, longestSearch)
}
