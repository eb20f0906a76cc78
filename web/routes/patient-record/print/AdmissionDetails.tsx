import { type Admission, acuityNames, type Stay } from '../../../../contract/admissions.ts'
import { doctorName } from '../../../../contract/staff.ts'
import { placeWords } from '../../../admissions/words.ts'
import { useSite } from '../../../session/account.ts'
import { formatDay, formatMoment } from '../../../ui/format.ts'

/** What does not fit the row of an admission: its beds where the patient was moved, and all that was written of it. */
export function AdmissionDetails({
  admission,
  stays,
}: {
  admission: Admission
  /** Undefined if they could not be loaded. */
  stays: readonly Stay[] | undefined
}) {
  const { timeZone } = useSite()
  const { acuity, notes, summary, followUp, summarySigned: signed, expectedDischargeDate } = admission
  return (
    <>
      {!stays && <div>The beds could not be loaded when this was printed.</div>}
      {stays &&
        stays.length > 1 &&
        stays.map((stay) => (
          <div key={stay.id}>
            {placeWords(stay)}: {formatMoment(stay.from, timeZone)} to{' '}
            {stay.until ? formatMoment(stay.until, timeZone) : 'now'}
            {stay.reason && (
              <>
                . <bdi>{stay.reason}</bdi>
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
      {acuity && (
        <div>
          Last status: {acuityNames[acuity.acuity]}, {formatMoment(acuity.at, timeZone)},{' '}
          <bdi>{acuity.by}</bdi>
          {acuity.note && (
            <>
              . <bdi>{acuity.note}</bdi>
            </>
          )}
        </div>
      )}
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
