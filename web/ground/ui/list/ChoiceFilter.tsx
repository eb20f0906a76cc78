import { ChoiceBar } from './ChoiceBar.tsx'

/** One of a few, or all of them: a filter over a list. */
export function ChoiceFilter<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  /** Its accessible name: 'Status' */
  label: string
  choices: readonly { value: Value; label: string }[]
  /** Undefined shows all. */
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}) {
  return (
    <ChoiceBar<Value | 'ALL'>
      label={label}
      value={value ?? 'ALL'}
      onChange={(chosen) => onChange(choices.find((choice) => choice.value === chosen)?.value)}
      choices={[{ value: 'ALL', label: 'All' }, ...choices]}
    />
  )
}
