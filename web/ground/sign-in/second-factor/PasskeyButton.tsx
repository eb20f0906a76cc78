import { Button } from '@mantine/core'
import { useState } from 'react'

/** Signs in, or unlocks, with a passkey. */
export function PasskeyButton({
  label,
  act,
  onEntered,
  onFailure,
}: {
  label: string
  act: () => Promise<unknown>
  onEntered: () => unknown
  onFailure: (sentence: string | undefined) => void
}) {
  const [busy, setBusy] = useState(false)
  async function enter() {
    setBusy(true)
    onFailure(undefined)
    try {
      await act()
      await onEntered()
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" fullWidth aria-busy={busy} onClick={() => busy || void enter()}>
      {label}
    </Button>
  )
}
