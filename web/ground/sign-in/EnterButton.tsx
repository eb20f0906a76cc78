import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError } from '../client/api.ts'

interface Pause {
  /** How long the server asks to wait, in whole seconds; 0 when one may try. */
  secondsLeft: number
  isOver: boolean
  /** For `useContractForm`: takes note of a pause, and leaves its sentence to the form. */
  onFailure: (error: Error) => false
  /** Sends nothing while it lasts. */
  hold: (
    submit: (event?: React.SyntheticEvent<HTMLFormElement>) => void,
  ) => React.SubmitEventHandler<HTMLFormElement>
}

/** The pause that the server makes after failures, counted down here. */
export function usePause(): Pause {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((until - now) / 1000))
  const isPaused = secondsLeft > 0

  useEffect(() => {
    if (!isPaused) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [isPaused])

  return {
    secondsLeft,
    isOver: until > 0 && !isPaused,
    onFailure: (error) => {
      const seconds = error instanceof ApiError ? (error.problem.retryAfter ?? 0) : 0
      setNow(performance.now())
      setUntil(seconds > 0 ? performance.now() + seconds * 1000 : 0)
      return false
    },
    hold: (submit) => (event) => {
      if (isPaused) event.preventDefault()
      else submit(event)
    },
  }
}

/** The button that signs somebody in or up. While the server makes them wait, it says how long. */
export function EnterButton({
  pause: { secondsLeft, isOver },
  busy,
  label,
  busyLabel,
  fullWidth,
}: {
  pause: Pause
  busy: boolean
  label: string
  busyLabel: string
  fullWidth?: boolean
}) {
  const inWords =
    secondsLeft >= 60
      ? `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')} min`
      : `${secondsLeft} s`
  return (
    <div>
      <Button type="submit" aria-busy={busy} disabled={secondsLeft > 0} fullWidth={fullWidth ?? false}>
        {secondsLeft > 0 ? `Try again in ${inWords}` : busy ? busyLabel : label}
      </Button>
      {/* Said once, when it is over: nobody wants each second read aloud. */}
      <span role="status" className="sr-only">
        {isOver && !busy ? 'You can try again now.' : ''}
      </span>
    </div>
  )
}
