import { TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { late } from '../lazy-component.tsx'

/** One of many, as a filter over a list or board; there at once, and opens once its list is. */
export const LateChoice = late(() => import('./ListChoice.tsx'), 'ListChoice', {
  StandIn: ({ label, choices, value, className, onWanted }) => (
    <TextInput
      aria-label={label}
      aria-haspopup="listbox"
      className={className}
      readOnly
      value={choices.find((choice) => choice.value === value)?.label}
      rightSection={<IconSelector size={16} aria-hidden="true" />}
      onClick={onWanted}
    />
  ),
})
