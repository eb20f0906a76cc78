import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'

/** Says that what was typed before was laid over the form, until one starts over. */
export function DraftNotice({
  draft,
  was = 'saved',
  onStartOver,
}: {
  draft: { restored: boolean }
  /** What never happened to it. */
  was?: 'saved' | 'booked'
  onStartOver: () => void
}) {
  const [isGivenUp, setGivenUp] = useState(false)
  if (!draft.restored || isGivenUp) return null
  return (
    <Alert color="ink" role="status" title="What you typed before is back">
      <Group justify="space-between" gap="xs">
        It was never {was}. Go on where you left off.
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            setGivenUp(true)
            onStartOver()
          }}
        >
          Start over
        </Button>
      </Group>
    </Alert>
  )
}
