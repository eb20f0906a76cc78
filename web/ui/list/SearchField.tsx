import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { ScannedContext } from './scanned.ts'

/** Letters of a search; a code that is scanned behind it has room beside it. */
const longestSearch = 100

/**
 * A search box: tells what was typed, without the spaces around it, when the keys rest; clears by button or Esc, and '/'
 * brings one here. A code that is scanned into it is no search: it opens what it stands for at once.
 */
export function SearchField({
  label,
  placeholder,
  value,
  pause = 250,
  onChange,
}: {
  /** Its accessible name: 'Search staff by name or e-mail' */
  label: string
  placeholder?: string
  value: string
  /** Milliseconds after the last key; 0 where what is searched is on the screen already. */
  pause?: number
  onChange: (text: string) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const path = useRef('')
  const takeScanned = useContext(ScannedContext)
  const tell = useDebouncedCallback((text: string) => {
    // Who has gone on to another screen meanwhile is not brought back.
    if (path.current !== window.location.pathname) return
    told.current = text.trim().slice(0, longestSearch)
    onChange(told.current)
  }, pause)

  // A value that comes from outside (Back, a cleared filter) replaces what stands here; our own echo doesn't.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
    // What was typed just before is not searched for after all.
    tell.cancel()
  }, [value, tell])

  useHotkeys([['/', () => box.current?.focus()]])

  function type(typedNow: string) {
    const before = takeScanned(typedNow)
    const text = before ?? typedNow
    path.current = window.location.pathname
    setTyped(text)
    tell(text)
    // A slow scanner's half code was looked for meanwhile: whoever comes back finds what stood here before.
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
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed) type('')
      }}
    />
  )
}
