import { doctorName } from '../../../../contract/people/staff.ts'
import {
  type AcuityEntry,
  type Admission,
  acuityNames,
  type Stay,
} from '../../../../contract/wards/admissions.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatDay, formatMoment } from '../../../ground/ui/format.ts'
import { placeWords, wardReasonWords } from '../../../wards/beds-and-admissions/words.ts'

/** Details below the row of an admission: its beds if the patient was moved, and all its texts. */
export function AdmissionDetails({
  admission,
  stays,
  statuses,
}: {
  admission: Admission
  /** Undefined if they could not be loaded, as the statuses are. */
  stays: readonly Stay[] | undefined
  statuses: readonly AcuityEntry[] | undefined
}) {
  const { timeZone } = useSite()
  const { notes, summary, followUp, summarySigned: signed, expectedDischargeDate } = admission
  return (
    <>
      {!stays && <div>The beds could not be loaded when this was printed.</div>}
      {stays &&
        (stays.length > 1 || stays.some(({ sexRuleReason }) => sexRuleReason)) &&
        stays.map((stay) => (
          <div key={stay.id}>
            {placeWords(stay)}: {formatMoment(stay.from, timeZone)} to{' '}
            {stay.until ? formatMoment(stay.until, timeZone) : 'now'}
            {stay.reason && (
              <>
                . <bdi>{stay.reason}</bdi>
              </>
            )}
            {stay.sexRuleReason && (
              <>
                . <bdi>{wardReasonWords(stay.sexRuleReason)}</bdi>
              </>
            )}
          </div>
        ))}
      {admission.status === 'active' && expectedDischargeDate && (
        <div>Expected discharge: {formatDay(expectedDischargeDate)}</div>
      )}
      {notes && (
        <div>
          Notes: <bdi>{notes}</bdi>
        </div>
      )}
      {!statuses && <div>The statuses could not be loaded when this was printed.</div>}
      {statuses?.map(({ acuity, at, by, note }) => (
        <div key={`${at} ${acuity} ${note}`}>
          Status: {acuityNames[acuity]}, {formatMoment(at, timeZone)}, <bdi>{by}</bdi>
          {note && (
            <>
              . <bdi>{note}</bdi>
            </>
          )}
        </div>
      ))}
      {summary && (
        <div>
          Discharge summary: <bdi>{summary}</bdi>
        </div>
      )}
      {followUp && (
        <div>
          Follow-up: <bdi>{followUp}</bdi>
        </div>
      )}
      {signed?.by && (summary || followUp) && (
        <div>
          Signed by <bdi>{doctorName(signed.by)}</bdi>, {formatMoment(signed.at, timeZone)}
        </div>
      )}
    </>
  )
}
