import { PasswordField } from '../../../ui/form/PasswordField.tsx'

/** One's password, once more. */
export function OwnPassword(input: object) {
  return <PasswordField called="your password" label="Your password" {...input} />
}
