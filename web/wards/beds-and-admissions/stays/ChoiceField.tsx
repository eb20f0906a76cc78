import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** A choice among a few visible options. */
export function ChoiceField<Choice extends string>({
  label,
  choices,
  names,
  id,
  value,
  onChange,
  error,
}: {
  label: string
  choices: readonly Choice[]
  names: Record<Choice, string>
  /** Given by a form: its summary leads to the group by its first choice. */
  id?: string
  value: Choice | ''
  onChange: (chosen: Choice | '') => void
  error?: ReactNode
}) {
  return (
    <Radio.Group
      label={label}
      withAsterisk
      error={error}
      value={value}
      onChange={(chosen) => onChange(choices.find((choice) => choice === chosen) ?? '')}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((choice, place) => (
          <Radio key={choice} id={place === 0 ? id : undefined} value={choice} label={names[choice]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
