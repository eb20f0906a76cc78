import { IconAlertTriangle, IconBed } from '@tabler/icons-react'
import { weightWords } from '../../../contract/clinical/formulary/strength.ts'
import {
  type CurrentMedication,
  type Medication,
  orderWords,
} from '../../../contract/clinical/medications.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { formatDay } from '../../ground/ui/format.ts'
import { StatusBadge, type StatusLook } from '../../ground/ui/StatusBadge.tsx'
import type { EntryWords } from '../entries/public.ts'
import classes from './Medications.module.css'

const inpatientLook: StatusLook = { word: 'Inpatient', icon: IconBed, tone: 'blue' }
const allergyLook: StatusLook = { word: 'Matches an allergy', icon: IconAlertTriangle, tone: 'red' }

/** An entry as lists say it. */
export function writtenMedication(medication: Medication | CurrentMedication): EntryWords {
  const { name, startsOn, endsOn, instructions, reason, allergy, allergyReason, countersignedBy, stopped } =
    medication
  const { doseQuestion, doseReason } = medication
  const byWeight = weightWords(medication)
  return {
    what: <bdi>{name}</bdi>,
    marks: (
      <>
        {medication.isInpatient && <StatusBadge look={inpatientLook} />}
        {'matchesAllergy' in medication && medication.matchesAllergy && <StatusBadge look={allergyLook} />}
      </>
    ),
    details: [
      <>
        {orderWords(medication)}
        {byWeight && ` (${byWeight})`}, from {formatDay(startsOn)}
        {endsOn && ` to ${formatDay(endsOn)}`}
      </>,
      instructions && <bdi>{instructions}</bdi>,
      reason && (
        <>
          For <bdi>{reason}</bdi>
        </>
      ),
      allergy && (
        <span className={classes.despite}>
          Given despite allergy to <bdi>{allergy}</bdi>: <bdi>{allergyReason}</bdi>
          {countersignedBy && (
            <>
              . Countersigned by <bdi>{countersignedBy}</bdi>
            </>
          )}
        </span>
      ),
      doseQuestion && (
        <span className={classes.despite}>
          <bdi>{doseQuestion}</bdi> Reason: <bdi>{doseReason}</bdi>
        </span>
      ),
      stopped && (
        <>
          Stopped by <bdi>{doctorName(stopped.by)}</bdi>: <bdi>{stopped.reason}</bdi>
        </>
      ),
    ],
  }
}
