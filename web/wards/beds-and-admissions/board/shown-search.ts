import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BedsSearch } from './beds-search.ts'

/** Milliseconds in which what was asked for is drawn. */
const frame = 30

type Navigate = (to: {
  search: (before: BedsSearch) => BedsSearch
  replace: true
  resetScroll: false
  ignoreBlocker: true
}) => Promise<void>

/**
 * Shows a filter first, and writes it into the address once it is drawn: otherwise everything that follows the address
 * would be drawn before the beds. Leaving the board writes it at once, so that Back leads to the same view.
 */
export function useShownSearch(addressed: BedsSearch, navigate: Navigate) {
  const { history } = useRouter()
  const [ahead, setAhead] = useState<BedsSearch>()
  const address = useRef(addressed)
  const unwritten = useRef<Partial<BedsSearch>>(undefined)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    address.current = addressed
  })

  const write = useCallback(async () => {
    const change = unwritten.current
    clearTimeout(waiting.current)
    waiting.current = undefined
    unwritten.current = undefined
    await navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
    if (!unwritten.current) setAhead(undefined)
  }, [navigate])

  useEffect(() => {
    const forget = () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
      unwritten.current = undefined
    }
    const stop = history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        if (!unwritten.current) return false
        if (action === 'PUSH') {
          void write()
          history.flush()
        } else {
          // The URL already points to another place.
          forget()
          setAhead(undefined)
        }
        return false
      },
    })
    return () => {
      stop()
      forget()
    }
  }, [history, write])

  const show = useCallback(
    (change: Partial<BedsSearch>) => {
      const next = { page: undefined, ...change }
      setAhead((before) => ({ ...(before ?? address.current), ...next }))
      unwritten.current = { ...unwritten.current, ...next }
      waiting.current ??= setTimeout(write, frame)
    },
    [write],
  )
  return { shown: ahead ?? addressed, show }
}
