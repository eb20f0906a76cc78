import { type Allergy, certaintyNames } from '../../contract/clinical/allergies.ts'
import type { EntryWords } from '../clinical/public.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { severityLooks } from './words.ts'

/** An entry as lists say it. */
export function writtenAllergy({ substance, severity, certainty, reaction }: Allergy): EntryWords {
  return {
    what: <bdi>{substance}</bdi>,
    marks: <StatusBadge look={severityLooks[severity]} />,
    details: [
      <>
        {certaintyNames[certainty]}
        {reaction && (
          <>
            : <bdi>{reaction}</bdi>
          </>
        )}
      </>,
    ],
  }
}
