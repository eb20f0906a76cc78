import { Choice } from '../form/Choice.tsx'

/** See LateChoice. */
export function ListChoice({
  label,
  choices,
  value,
  className,
  onChange,
  defaultOpened = false,
}: {
  /** Its accessible name: 'Filter by doctor' */
  label: string
  choices: readonly { value: string; label: string }[]
  value: string
  className?: string | undefined
  onChange: (value: string) => void
  defaultOpened?: boolean
}) {
  return (
    <Choice
      aria-label={label}
      className={className}
      defaultDropdownOpened={defaultOpened}
      data={choices}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}
