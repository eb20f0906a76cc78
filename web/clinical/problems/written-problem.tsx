import type { Problem } from '../../contract/clinical/problems.ts'
import { doctorName } from '../../contract/staff.ts'
import type { EntryWords } from '../clinical/public.ts'
import { formatDay } from '../ui/format.ts'

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
