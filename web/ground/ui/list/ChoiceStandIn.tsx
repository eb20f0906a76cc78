import { TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'

/** A filter by one of many, until it is there: it opens once its list is. */
export function ChoiceStandIn({
  label,
  shown,
  className,
  onWanted,
}: {
  label: string
  shown: string
  className?: string | undefined
  onWanted: () => void
}) {
  return (
    <TextInput
      aria-label={label}
      aria-haspopup="listbox"
      className={className}
      readOnly
      value={shown}
      rightSection={<IconSelector size={16} aria-hidden="true" />}
      onClick={onWanted}
    />
  )
}
