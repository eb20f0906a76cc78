import { Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'

/** A button that shows that its act is underway, and ignores presses meanwhile. */
export function BusyButton({
  label,
  busyLabel,
  icon: Icon,
  onAct,
}: {
  label: string
  /** 'Exporting…' */
  busyLabel: string
  icon: TablerIcon
  /** Tells of its failures itself. */
  onAct: () => Promise<void>
}) {
  const [busy, setBusy] = useState(false)

  async function act() {
    if (busy) return
    setBusy(true)
    try {
      await onAct()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden="true" />}
      aria-busy={busy}
      onClick={act}
    >
      {busy ? busyLabel : label}
    </Button>
  )
}
