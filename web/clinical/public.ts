/** What the screens of all kinds of clinical entry share. */
export { EntrySection, type EntryWords } from './EntrySection.tsx'
export { ReasonDialog } from './ReasonDialog.tsx'
export { StrikeDialog } from './StrikeDialog.tsx'
export { StruckWords } from './StruckWords.tsx'
export { useShown } from './shown.ts'
export { UnlikelyQuestion, useUnlikely } from './UnlikelyQuestion.tsx'
