/** What other nouns’ screens use of one’s own settings, and of how colleagues sign in. */
export { SettingsFrame } from './SettingsFrame.tsx'
export { StaffSignIn } from './StaffSignIn.tsx'
