/** The screens of this folder, which are small and loaded together. */
export { ConfirmEmail } from './ConfirmEmail.tsx'
export { ConfirmSignUp } from './ConfirmSignUp.tsx'
export { ForgottenPassword } from './ForgottenPassword.tsx'
export { NewPassword } from './NewPassword.tsx'
export { SignOnReturn } from './SignOnReturn.tsx'
