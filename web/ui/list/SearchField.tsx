import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/**
 * A search box: tells what was typed, without the spaces around it, when the keys rest; clears by button or Esc, and '/'
 * brings one here.
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
  const tell = useDebouncedCallback((text: string) => {
    told.current = text.trim()
    onChange(told.current)
  }, pause)

  // A value that comes from outside (Back, a cleared filter) replaces what stands here; our own echo doesn't.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])

  useHotkeys([['/', () => box.current?.focus()]])

  function type(text: string) {
    setTyped(text)
    tell(text)
  }

  return (
    <TextInput
      ref={box}
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={typed}
      maxLength={100}
      miw={0}
      style={{ flex: '1 1 280px', maxWidth: 480 }}
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
