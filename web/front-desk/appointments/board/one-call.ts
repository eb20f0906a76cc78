import { useRef, useState } from 'react'

/** A held key or a second click must not call a second patient, in milliseconds. */
const pause = 1000

/** Runs one act at a time, and starts none in the moment after it; `running` names the act. */
export function useOneCall<Act extends string>() {
  const [running, setRunning] = useState<Act>()
  const blockedUntil = useRef(0)
  async function run(name: Act, act: () => Promise<void>) {
    if (running || Date.now() < blockedUntil.current) return
    setRunning(name)
    try {
      await act()
    } finally {
      blockedUntil.current = Date.now() + pause
      setRunning(undefined)
    }
  }
  return { running, run }
}
