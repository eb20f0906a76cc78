import { adultFrom } from '../../../../contract/clinical/warnings/bands.ts'
import { type EarlyWarning, listEarlyWarnings } from '../../../../contract/clinical/warnings/early-warning.ts'
import { ageOn, type PatientIdentity } from '../../../../contract/people/patients.ts'
import { api, type CallOptions } from '../../../ground/client/api.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { hospitalNow, useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { agoWords, formatMoment } from '../../../ground/ui/format.ts'
import { News2Badge } from '../News2.tsx'

/** The last scores by patient. */
export type PrintedScores = ReadonlyMap<string, EarlyWarning>

/** Reads the last scores for a print; null if they can't be loaded, so that the rest is printed without them. */
export async function readScores(options: CallOptions): Promise<PrintedScores | null> {
  try {
    const warnings = await api(listEarlyWarnings, {}, options)
    return new Map(warnings.map((warning) => [warning.id, warning]))
  } catch {
    return null
  }
}

/** A patient's last NEWS2 on paper, with its age when it was printed and the time at which it was taken. */
export function PrintedScore({
  patient,
  scores,
}: {
  patient: PatientIdentity
  scores: PrintedScores | null
}) {
  const { timeZone } = useSite()
  const today = useToday()
  const warning = scores?.get(patient.id)
  if (!warning) {
    if (ageOn(today, patient.dateOfBirth) < adultFrom) return null
    return <div>{scores ? 'NEWS2 not recorded' : 'NEWS2 not loaded'}</div>
  }
  const { takenAt, alert } = warning
  return (
    <div>
      <News2Badge scored={warning} />
      <div>
        {agoWords(Math.max(0, hospitalNow() - Date.parse(takenAt)))}, {formatMoment(takenAt, timeZone)}
      </div>
      {alert && <div>{alert.acknowledged ? 'Acknowledged' : 'Not acknowledged'}</div>}
    </div>
  )
}
