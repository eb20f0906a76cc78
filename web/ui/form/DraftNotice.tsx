import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'

/** Says that what was typed before was laid over the form, until one starts over. */
export function DraftNotice({
  draft,
  onStartOver,
}: {
  draft: { restored: boolean }
  onStartOver: () => void
}) {
  const [isGivenUp, setGivenUp] = useState(false)
  if (!draft.restored || isGivenUp) return null
  return (
    <Alert color="ink" role="status" title="Draft restored">
      <Group justify="space-between" gap="xs">
        You have unsaved changes.
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            setGivenUp(true)
            onStartOver()
          }}
        >
          Discard draft
        </Button>
      </Group>
    </Alert>
  )
}
