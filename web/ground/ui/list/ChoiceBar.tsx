import { useId } from 'react'
import classes from './ChoiceBar.module.css'

/**
 * One of a few, side by side: a filter over a long list. Nothing in it is measured, so that choosing costs no layout
 * of the list before it is drawn.
 */
export function ChoiceBar<Value extends string>({
  label,
  choices,
  value,
  onChange,
  fill,
}: {
  /** Its accessible name: 'Status' */
  label: string
  /** `figure` stands above the word: how many there are. */
  choices: readonly { value: Value; label: string; figure?: string | undefined }[]
  value: Value
  onChange: (value: Value) => void
  /** As wide as there is room. */
  fill?: boolean
}) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes.bar} data-fill={fill || undefined}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label} </span>
          {choice.figure !== undefined && <span className={classes.figure}>{choice.figure}</span>}
        </label>
      ))}
    </div>
  )
}
