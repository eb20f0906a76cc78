import { type Allergy } from '../../../../contract/clinical/allergies.ts'
import { certaintyNames, severityNames } from '../../../../contract/clinical/allergy-words.ts'
import type { Medication } from '../../../../contract/clinical/medications.ts'
import type { Problem } from '../../../../contract/clinical/problems.ts'
import type { Units } from '../../../../contract/clinical/units/unit-choices.ts'
import type { VitalSigns } from '../../../../contract/clinical/vitals.ts'
import { type Appointment, appointmentTypeNames } from '../../../../contract/front-desk/appointments.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import type { PatientMovement } from '../../../../contract/store/recipients.ts'
import { type Admission, destinationNames } from '../../../../contract/wards/admissions.ts'
import { orderColumns, stoppedColumn } from '../../../clinical/medications/public.ts'
import { Figure, type Shown } from '../../../clinical/vitals/history/Reading.tsx'
import { ageWhen, recorderOf, scoreOf } from '../../../clinical/vitals/words.ts'
import { appointmentLooks, endedBecause } from '../../../front-desk/appointments/words.ts'
import { formatDay, formatMoment, formatTime, inZone, orNotRecorded } from '../../../ground/ui/format.ts'
import type { PrintColumn } from '../../../ground/ui/print/PrintTable.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { amountOf } from '../../../store/items/public.ts'
import { WithEntry } from '../../../wards/beds-and-admissions/stays/WithEntry.tsx'
import { placeWords } from '../../../wards/beds-and-admissions/words.ts'

/** A date and time that never wraps. */
function Moment({ at, timeZone }: { at: string; timeZone: string }) {
  return <span data-whole>{formatMoment(at, timeZone)}</span>
}

interface Traced {
  recordedBy: string
  recordedAt: string
  certainty?: Allergy['certainty']
}

/** The recorder of an entry, and the time. Reception can record reported allergies, so those get no doctor's title. */
function recorded(timeZone: string): PrintColumn<Traced> {
  return {
    header: 'Recorded',
    cell: ({ recordedBy, recordedAt, certainty }) => (
      <>
        <bdi>{certainty === 'REPORTED' ? recordedBy : doctorName(recordedBy)}</bdi>,{' '}
        <Moment at={recordedAt} timeZone={timeZone} />
      </>
    ),
  }
}

export const allergyColumns = (timeZone: string): PrintColumn<Allergy>[] => [
  { header: 'Substance', cell: ({ substance }) => <bdi>{substance}</bdi> },
  { header: 'Severity', cell: ({ severity }) => severity && severityNames[severity], whole: true },
  { header: 'Certainty', cell: ({ certainty }) => certaintyNames[certainty], whole: true },
  { header: 'Reaction', cell: ({ reaction }) => <bdi>{orNotRecorded(reaction)}</bdi> },
  recorded(timeZone),
]

export const problemColumns = (timeZone: string): PrintColumn<Problem>[] => [
  { header: 'Diagnosis', cell: ({ diagnosis }) => <bdi>{diagnosis}</bdi> },
  { header: 'ICD-10', cell: ({ icd10 }) => icd10, whole: true },
  { header: 'Since', cell: ({ onsetOn }) => onsetOn && formatDay(onsetOn), whole: true },
  {
    header: 'State',
    cell: ({ resolved }) =>
      resolved ? (
        <>
          Resolved {formatDay(resolved.on)} (<bdi>{doctorName(resolved.by)}</bdi>)
        </>
      ) : (
        'Active'
      ),
  },
  recorded(timeZone),
]

export const currentMedicationColumns = (timeZone: string): PrintColumn<Medication>[] => [
  ...orderColumns,
  recorded(timeZone),
]

export const medicationColumns = (timeZone: string): PrintColumn<Medication>[] => [
  ...orderColumns,
  recorded(timeZone),
  stoppedColumn(timeZone),
]

/** Each with its unit in the heading; a value that was not taken stays empty. */
const signs = (units: Units): readonly [header: string, of: Shown][] => [
  [`Temp.\n${units.temperature}`, 'temperature'],
  ['Pulse\n/min', 'pulse'],
  ['Resp.\n/min', 'respiratoryRate'],
  ['BP\nmmHg', 'bloodPressure'],
  ['SpO₂\n%', 'oxygenSaturation'],
  ['Consc.\nACVPU', 'consciousness'],
  ['Pain\n0–10', 'pain'],
  [`Weight\n${units.weight}`, 'weight'],
  [`Height\n${units.height}`, 'height'],
]

export const vitalsColumns = (
  dateOfBirth: string,
  timeZone: string,
  units: Units,
): PrintColumn<VitalSigns>[] => [
  {
    header: 'Taken',
    cell: ({ takenAt }) => {
      const { day, time } = inZone(takenAt, timeZone)
      return (
        <>
          {formatDay(day)}
          <div>{formatTime(time)}</div>
        </>
      )
    },
    whole: true,
  },
  ...signs(units).map(
    ([header, of]): PrintColumn<VitalSigns> => ({
      header,
      cell: (set) => <Figure of={of} set={set} months={ageWhen(set, dateOfBirth, timeZone).months} />,
    }),
  ),
  {
    header: 'NEWS2',
    cell: (set) => {
      const scored = set.struck ? null : scoreOf(set, dateOfBirth, timeZone)
      return (
        scored && (
          <>
            {scored.score}
            <div>{scored.band}</div>
          </>
        )
      )
    },
    whole: true,
  },
  { header: 'Recorded by', cell: (set) => <bdi>{recorderOf(set)}</bdi> },
]

/** The store's issues to the patient, and returns. */
export const movementColumns = (timeZone: string): PrintColumn<PatientMovement>[] => [
  {
    header: 'Date and time',
    cell: ({ recordedAt }) => <Moment at={recordedAt} timeZone={timeZone} />,
  },
  {
    header: 'Item',
    cell: ({ inventoryItemName, allergy, allergyReason }) => (
      <>
        <bdi>{inventoryItemName}</bdi>
        {allergy && (
          <div>
            Issued despite allergy to <bdi>{allergy}</bdi>: <bdi>{allergyReason}</bdi>
          </div>
        )}
      </>
    ),
  },
  {
    header: 'Amount',
    cell: ({ quantity, unit }) =>
      `${quantity < 0 ? 'Issued' : 'Returned'}: ${amountOf(Math.abs(quantity), unit)}`,
  },
  { header: 'Batch', cell: ({ batchNumber }) => <bdi>{batchNumber}</bdi> },
  { header: 'Recorded by', cell: ({ recordedBy }) => <bdi>{orNotRecorded(recordedBy)}</bdi> },
]

export const appointmentColumns: PrintColumn<Appointment>[] = [
  { header: 'Queue no.', cell: ({ queueNumber }) => queueNumber, whole: true },
  { header: 'Date and time', cell: ({ date, time }) => `${formatDay(date)}, ${formatTime(time)}` },
  { header: 'Type', cell: ({ type }) => appointmentTypeNames[type] },
  { header: 'Doctor', cell: ({ doctor }) => <bdi>{doctorName(doctor)}</bdi> },
  {
    header: 'Status',
    cell: (appointment) => {
      const reason = endedBecause(appointment)
      return (
        <>
          <StatusBadge look={appointmentLooks[appointment.status]} />
          {reason && (
            <div>
              <bdi>{reason}</bdi>
            </div>
          )}
        </>
      )
    },
  },
]

export const admissionColumns = (timeZone: string): PrintColumn<Admission>[] => [
  {
    header: 'Admitted',
    cell: ({ admissionDate, admissionEntered }) => (
      <WithEntry entered={admissionEntered}>
        <Moment at={admissionDate} timeZone={timeZone} />
      </WithEntry>
    ),
  },
  {
    header: 'Discharged',
    cell: ({ dischargeDate, dischargeEntered, destination, deathTakenBack: taken }) =>
      dischargeDate ? (
        <>
          <WithEntry entered={dischargeEntered}>
            <Moment at={dischargeDate} timeZone={timeZone} />
            {destination && `: ${destinationNames[destination]}`}
          </WithEntry>
          {taken && (
            <div>
              Death recorded in error: <Moment at={taken.at} timeZone={timeZone} />,{' '}
              <bdi>
                {taken.by}: {taken.reason}
              </bdi>
            </div>
          )}
        </>
      ) : (
        'Still admitted'
      ),
  },
  { header: 'Bed and ward', cell: ({ bed }) => placeWords(bed) },
  { header: 'Diagnosis', cell: ({ diagnosis }) => <bdi>{orNotRecorded(diagnosis)}</bdi> },
  { header: 'Doctor', cell: ({ doctor }) => <bdi>{orNotRecorded(doctor && doctorName(doctor))}</bdi> },
]
