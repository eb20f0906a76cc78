import { Loader, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { readLabelCode } from '../../../../contract/search/labels.ts'
import { PatientSummary } from '../../../people/patients/public.ts'
import classes from './Movement.module.css'
import type { RecipientLookup } from './use-recipient.ts'

/**
 * The patient that stock goes to or comes from, by a whole MRN or a scanned label. The patient is shown below the box
 * before anything is issued. Enter only looks up and never sends the form, because scanners end with Enter.
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
  /** A sentence about the next step. */
  now: string
  error: ReactNode
  id: string
}) {
  const { found, failure, isLooking, look } = recipient

  function type(typed: string) {
    onType(typed)
    // A scanner may not send Enter at the end.
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
          // Don't look up on blur, because the pointer may be pressing the button that issues.
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
