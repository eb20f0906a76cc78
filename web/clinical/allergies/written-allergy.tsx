import { type Allergy } from '../../../contract/clinical/allergies.ts'
import { certaintyNames } from '../../../contract/clinical/allergy-words.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { StatusBadge } from '../../ground/ui/StatusBadge.tsx'
import type { EntryWords } from '../entries/public.ts'
import { reportedLook, severityLooks } from './words.ts'

/** An entry as lists say it. */
export function writtenAllergy(entry: Allergy): EntryWords {
  const { substance, isNoneKnown, severity, certainty, reaction, replaced } = entry
  return {
    what: isNoneKnown ? <NoneKnown said={substance} /> : <bdi>{substance}</bdi>,
    marks: (
      <>
        {severity && <StatusBadge look={severityLooks[severity]} />}
        {certainty === 'REPORTED' && !replaced && <StatusBadge look={reportedLook} />}
      </>
    ),
    details: [
      <>
        {certainty === 'REPORTED' ? 'Reported' : certaintyNames[certainty]}
        {reaction && (
          <>
            : <bdi>{reaction}</bdi>
          </>
        )}
      </>,
      replaced && (
        <>
          Replaced by another entry: <bdi>{doctorName(replaced.by)}</bdi>
        </>
      ),
    ],
    isByOthers: certainty === 'REPORTED',
  }
}

/** The words in which it was said stand beside it where they are others. */
function NoneKnown({ said }: { said: string }) {
  return (
    <>
      No known allergies
      {!/^(none known|no known allergies)$/i.test(said) && (
        <>
          {' '}
          (<bdi>{said}</bdi>)
        </>
      )}
    </>
  )
}
