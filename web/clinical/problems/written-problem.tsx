import type { Problem } from '../../../contract/clinical/problems.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { formatDay } from '../../ground/ui/format.ts'
import type { EntryWords } from '../entries/public.ts'

/** An entry as lists say it. */
export function writtenProblem({ diagnosis, icd10, onsetOn, resolved }: Problem): EntryWords {
  return {
    what: <bdi>{diagnosis}</bdi>,
    marks: icd10,
    details: [
      onsetOn && `Since ${formatDay(onsetOn)}`,
      resolved && (
        <>
          Resolved {formatDay(resolved.on)} (<bdi>{doctorName(resolved.by)}</bdi>)
        </>
      ),
    ],
  }
}
