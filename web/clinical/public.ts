/** What the screens of all kinds of clinical entry share. */
export { EntrySection } from './EntrySection.tsx'
export { StrikeDialog } from './StrikeDialog.tsx'
export { StruckWords } from './StruckWords.tsx'
export { UnlikelyQuestion, useUnlikely } from './UnlikelyQuestion.tsx'
