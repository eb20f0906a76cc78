import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { focusFirstField } from '../focus.ts'

/** Says that what was typed before was laid over the form, until one starts over. */
export function DraftNotice({
  draft,
  onStartOver,
}: {
  draft: { restored: boolean }
  onStartOver: () => void
}) {
  const [emptied, setEmptied] = useState<HTMLFormElement | null>()
  useEffect(() => {
    if (emptied) focusFirstField(emptied)
  }, [emptied])
  if (!draft.restored || emptied !== undefined) return null
  return (
    <Alert color="ink" role="status" title="Draft restored">
      <Group justify="space-between" gap="xs">
        You have unsaved changes.
        <Button
          size="compact-sm"
          variant="default"
          onClick={({ currentTarget }) => {
            setEmptied(currentTarget.form)
            onStartOver()
          }}
        >
          Discard draft
        </Button>
      </Group>
    </Alert>
  )
}
