/** What other nouns’ screens use of how colleagues sign in. */
export { StaffSignIn } from './StaffSignIn.tsx'
