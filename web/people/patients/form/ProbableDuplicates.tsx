import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReplyOf } from '../../../../contract/api/endpoint.ts'
import { birthOf, isKnownBirth } from '../../../../contract/people/birth/typed-birth.ts'
import { isWholePhone } from '../../../../contract/people/patients.ts'
import { type findProbableDuplicates } from '../../../../contract/people/registration.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { AttentionPanel } from '../../../ground/ui/page/AttentionPanel.tsx'
import { Allergies } from '../identity/Allergies.tsx'
import { PatientIdentityLine } from '../identity/PatientIdentityLine.tsx'
import type { PatientValues } from './PatientFields.tsx'
import classes from './ProbableDuplicates.module.css'
import { type DuplicateQuery, probableDuplicatesQuery } from './queries.ts'

type Candidate = ReplyOf<typeof findProbableDuplicates>[number]

const becauseWords: Record<Candidate['because'], string> = {
  name: 'Same name and date of birth',
  phone: 'Same contact number',
  both: 'Same name, date of birth and contact number',
  swapped: 'First and last name swapped, same date of birth',
  spelling: 'Name one letter off, same date of birth',
  period: 'Similar name, and the date of birth may be the same',
  birth: 'Same name, day and month of birth swapped',
}

/** The query for the values typed so far; undefined before a whole name with a date of birth, or a number. */
export function duplicateQueryOf(values: PatientValues): DuplicateQuery | undefined {
  const firstName = values.firstName.trim()
  const lastName = values.lastName.trim()
  const born = values.dateOfBirth
  const contactNumber = values.contactNumber.trim()
  const byName =
    firstName &&
    lastName &&
    isKnownBirth(born) &&
    born >= '1850' &&
    firstName.length <= 100 &&
    lastName.length <= 100
      ? { firstName, lastName, ...birthOf(born) }
      : undefined
  const byPhone = isWholePhone(contactNumber) && contactNumber.length <= 40 ? { contactNumber } : undefined
  return byName || byPhone ? { ...byName, ...byPhone } : undefined
}

/** Patients that the one being typed may already be: looked up while typing. */
export function useProbableDuplicates(values: PatientValues): Candidate[] {
  const query = duplicateQueryOf(values)
  const [asked] = useDebouncedValue(JSON.stringify(query ?? null), 400)
  const settled: DuplicateQuery | null = JSON.parse(asked)
  const { data } = useQuery({ ...probableDuplicatesQuery(settled ?? {}), enabled: settled !== null })
  return (query && settled && data) || []
}

/**
 * Says who may be the same person, each with a way to look (in another tab: the form stays). After a try to save,
 * `onSaveAnyway` is the one click more.
 */
export function ProbableDuplicates({
  candidates,
  attempt,
  busy,
  onSaveAnyway,
}: {
  candidates: Candidate[]
  /** How many attempts to save these have stopped. */
  attempt: number
  busy: boolean
  onSaveAnyway: () => void
}) {
  const box = useRef<HTMLElement>(null)
  const shownAttempt = useRef(0)
  // Each stopped try takes the focus here once; the panel itself may come a moment after it.
  useEffect(() => {
    if (attempt === shownAttempt.current || !box.current) return
    shownAttempt.current = attempt
    box.current.focus()
  })

  return (
    <div className={classes.aside}>
      <AttentionPanel
        ref={box}
        label="Possible duplicates"
        title={
          candidates.length === 1
            ? 'This patient may already be registered'
            : `${candidates.length} patients may be this person`
        }
        icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      >
        <p>
          {attempt > 0
            ? 'Not saved yet. Check whether this is the same person.'
            : 'Check whether this is the same person before you save.'}
        </p>
        <ul className={classes.candidates}>
          {candidates.map((candidate) => (
            <li key={candidate.id}>
              <PatientIdentityLine patient={candidate} withContact />
              <Allergies of={candidate} isMark />
              <div className={classes.because}>
                {becauseWords[candidate.because]}
                <AnchorLink
                  to="/patients/$id"
                  params={{ id: candidate.id }}
                  target="_blank"
                  underline="always"
                  aria-label={`View ${fullName(candidate)}, ${candidate.mrn} (opens in a new tab)`}
                >
                  View
                </AnchorLink>
              </div>
            </li>
          ))}
        </ul>
        {attempt > 0 && (
          <Button
            fullWidth
            variant="default"
            className={classes.anyway}
            aria-busy={busy}
            onClick={onSaveAnyway}
          >
            Save as a new patient
          </Button>
        )}
      </AttentionPanel>
    </div>
  )
}
