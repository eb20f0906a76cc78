/** Parts that the screens of all kinds of clinical entry share. */
export { EntrySection } from './EntrySection.tsx'
export { EntryText, type EntryTrace, type EntryWords } from './EntryText.tsx'
export { ReasonDialog, StrikeDialog } from './late-dialogs.ts'
export { StruckWords } from './StruckWords.tsx'
export { useShown } from './shown.ts'
export { UnlikelyQuestion, useUnlikely } from './UnlikelyQuestion.tsx'
