import { type ComboboxItem, Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { fold } from '../../../../contract/fold.ts'
import { finderOf, isBeginning, soughtWords } from '../../../../contract/search/people.ts'
import { takeFirstHit, useAwaitedHit } from './first-hit.ts'

/** Few enough to look over: a phone shows them without its keyboard. */
const lookedOver = 12

type Option = string | { value: string; label: string; disabled?: boolean }

/**
 * One of a list, chosen by its letters: what begins with them comes first, and Enter or Tab takes it. Every choice of
 * Lantern is made with it.
 */
export function Choice({
  data,
  addition,
  lookup,
  isLoading = false,
  ...props
}: Omit<SelectProps, 'data' | 'filter' | 'searchable' | 'dropdownOpened' | 'onChange'> & {
  onChange?: (value: string | null) => void
  data: readonly Option[]
  /** Stands below what was found, and is taken by Enter or a click alone. */
  addition?: { value: string; label: string } | undefined
  /** For options from the server: whether they are for an earlier text, and a way to ask at once. */
  lookup?: { isBehind: boolean; wait: () => void }
  /** The list itself is not there yet: what is typed meanwhile is found in it when it comes. */
  isLoading?: boolean
}) {
  const { value, onSearchChange, onDropdownOpen, onDropdownClose, defaultDropdownOpened = false } = props
  const options = data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))
  const chosen = options.find((one) => one.value === value)?.label ?? ''
  const [own, setOwn] = useState(chosen)
  const search = props.searchValue ?? own
  const [opened, setOpened] = useState(defaultDropdownOpened)
  const typed = search === chosen ? '' : search
  const box = useRef<HTMLInputElement>(null)

  const [awaited, setAwaited] = useState<string>()
  const forget = () => setAwaited(undefined)
  const hits =
    awaited === undefined || isLoading
      ? undefined
      : byBeginning(options, awaited).filter(({ disabled }) => !disabled)
  useAwaitedHit({ isAwaited: awaited !== undefined, forget }, hits, (hit) => props.onChange?.(hit.value))

  // The next letter is the first of another choice, wherever in the old one the mouse or a key has left the cursor.
  useEffect(() => {
    if (!typed && document.activeElement === box.current) box.current?.select()
  }, [typed])

  return (
    <Select
      inputMode={options.length > lookedOver ? undefined : 'none'}
      nothingFoundMessage="No match"
      {...props}
      ref={box}
      data={addition ? [...options, addition] : options}
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange={typed !== ''}
      searchValue={search}
      onSearchChange={(text) => {
        setOwn(text)
        onSearchChange?.(text)
      }}
      onOptionSubmit={(taken) => {
        // Choosing the same again is no change, so the box has to be given its name back.
        if (taken === value) {
          setOwn(chosen)
          onSearchChange?.(chosen)
        }
        props.onOptionSubmit?.(taken)
      }}
      dropdownOpened={opened}
      onDropdownOpen={() => {
        setOpened(true)
        onDropdownOpen?.()
      }}
      onDropdownClose={() => {
        setOpened(false)
        onDropdownClose?.()
      }}
      filter={({ options: all, search: asked }) => {
        const listed = all.filter((one): one is ComboboxItem => 'value' in one)
        // The server has filtered them already.
        return lookup ? listed : byBeginning(listed, asked, addition?.value)
      }}
      onInput={(event) => {
        forget()
        // By keyboard as well as by the button that clears it, which the mouse alone reaches.
        if (props.clearable && value !== null && event.currentTarget.value === '') props.onChange?.(null)
        props.onInput?.(event)
      }}
      onFocus={(event) => {
        event.currentTarget.select()
        props.onFocus?.(event)
      }}
      onClick={(event) => {
        if (!typed) event.currentTarget.select()
        props.onClick?.(event)
      }}
      onKeyDownCapture={(event: KeyboardEvent<HTMLInputElement>) =>
        takeFirstHit(event, {
          typed,
          isBehind: isLoading,
          wait: () => setAwaited(search),
          ...lookup,
          open: () => setOpened(true),
          endsWithAddition: addition !== undefined,
        })
      }
    />
  )
}

/** The options with every typed word: labels that begin with it first, then words that do, then the rest. */
function byBeginning(options: ComboboxItem[], typed: string, addition?: string): ComboboxItem[] {
  const asked = fold(typed.trim())
  const words = soughtWords(typed)
  const isFound = finderOf(typed)
  const rank = ({ value, label }: ComboboxItem) => {
    if (value === addition) return 3
    return fold(label).startsWith(asked) ? 0 : isBeginning(label, words) ? 1 : 2
  }
  return options
    .filter(({ value, label }) => value === addition || isFound(fold(label)))
    .toSorted((one, other) => rank(one) - rank(other))
}
