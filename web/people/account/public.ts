/** Colleagues' sign-in, for the screens of other nouns. */
export { StaffSignIn } from './StaffSignIn.tsx'
