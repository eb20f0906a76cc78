import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/**
 * Whether a popover is open. One that starts opened opens only when its button is there and has the focus, because it
 * gives the focus back to what had it before it opened.
 */
export function useStartOpened(startsOpened = false): [boolean, Dispatch<SetStateAction<boolean>>] {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!startsOpened) return undefined
    const opening = setTimeout(() => setOpened(true))
    return () => clearTimeout(opening)
  }, [startsOpened])
  return [opened, setOpened]
}
