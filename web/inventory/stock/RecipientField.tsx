import { Loader, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { readLabelCode } from '../../../contract/search/labels.ts'
import { PatientSummary } from '../../patients/public.ts'
import classes from './Movement.module.css'
import type { RecipientLookup } from './use-recipient.ts'

/**
 * The patient whom stock goes to or comes from, by a whole MRN or a scanned label. Who that is stands below the box before
 * anything is issued. Enter looks the patient up and never sends the form, because scanners end with it.
 */
export function RecipientField({
  label,
  withAsterisk,
  value,
  onType,
  recipient,
  now,
  error,
  id,
}: {
  label: string
  withAsterisk: boolean
  value: string
  onType: (typed: string) => void
  recipient: RecipientLookup
  /** What is to be done about them next. */
  now: string
  error: ReactNode
  id: string
}) {
  const { found, failure, isLooking, look } = recipient

  function type(typed: string) {
    onType(typed)
    // A scanner may end without Enter.
    if (readLabelCode(typed)) void look(typed)
  }

  return (
    <div>
      <TextInput
        id={id}
        label={label}
        description="Whole MRN, or scan the label"
        placeholder="MRN1251"
        withAsterisk={withAsterisk}
        aria-required={withAsterisk || undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        value={value}
        error={failure ?? error}
        onChange={(event) => type(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          const { key, nativeEvent } = event
          if (nativeEvent.isComposing) return
          if (key === 'Enter') event.preventDefault()
          // Not when the box is left by pointer: that may be a press of the button that issues.
          if (key === 'Enter' || (key === 'Tab' && value.trim() !== '')) void look(value)
        }}
        rightSection={
          isLooking ? (
            <Loader size={16} aria-label="Looking up the patient" />
          ) : value.trim() !== '' && !found ? (
            <UnstyledButton
              className={classes.look}
              aria-label="Look up the patient"
              onClick={() => void look(value)}
            >
              <IconSearch size={16} aria-hidden="true" />
            </UnstyledButton>
          ) : null
        }
      />
      <div role="status" className={found ? classes.found : undefined}>
        {found && <PatientSummary patient={found} now={now} />}
      </div>
    </div>
  )
}
