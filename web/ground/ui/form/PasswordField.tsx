import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password, which can be shown while it is typed. */
export function PasswordField({
  isNew,
  called = 'the password',
  ...input
}: PasswordInputProps & {
  /** It is chosen here, not given again. */
  isNew?: boolean
  /** As the button that shows it says. */
  called?: string
}) {
  return (
    <PasswordInput
      label="Password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      withAsterisk={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${called}` }}
      {...input}
    />
  )
}
