/** What of this room is a screen; they are small, and loaded together. */
export { ConfirmEmail } from './ConfirmEmail.tsx'
export { ForgottenPassword } from './ForgottenPassword.tsx'
export { NewPassword } from './NewPassword.tsx'
export { SignOnReturn } from './SignOnReturn.tsx'
