import { asNeededMaximum, type Dosed } from '../../../contract/clinical/formulary/dose-check.ts'
import type { FormularyMedicine } from '../../../contract/clinical/formulary/formulary.ts'
import { weightWords } from '../../../contract/clinical/formulary/strength.ts'
import { courseDays, quantityWords } from '../../../contract/clinical/formulary/supply.ts'
import {
  doseWords,
  frequencyNames,
  type Medication,
  routeNames,
} from '../../../contract/clinical/medications.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { countOf, formatDay, formatMoment, orNotRecorded } from '../../ground/ui/format.ts'
import type { PrintColumn } from '../../ground/ui/print/PrintTable.tsx'

/** A number and its unit stay on one line: 'Ondansetron 4' alone could be misread. */
function withWholeDoses(words: string): string {
  return words.replaceAll(/(?<=\d) (?=(?:mg|mcg|g|ml|IU|mmol|units|%)(?![\p{L}\d]))/gu, '\u00a0')
}

/** The dose per kilogram and the weight, so that a pharmacy can check a child's dose. */
function ByWeight({ of }: { of: Pick<Medication, 'name' | 'dose' | 'unit' | 'weight'> }) {
  const words = weightWords(of)
  return words && <div>{words}</div>
}

const medicine: PrintColumn<Medication> = {
  header: 'Medicine',
  cell: ({ name, reason, allergy, allergyReason, countersignedBy, doseQuestion, doseReason }) => (
    <>
      <strong>
        <bdi>{withWholeDoses(name)}</bdi>
      </strong>
      {reason && (
        <div>
          For <bdi>{reason}</bdi>
        </div>
      )}
      {allergy && (
        <div>
          Given despite allergy to <bdi>{allergy}</bdi>: <bdi>{allergyReason}</bdi>
        </div>
      )}
      {countersignedBy && (
        <div>
          Countersigned by <bdi>{countersignedBy}</bdi>
        </div>
      )}
      {doseQuestion && (
        <div>
          <bdi>{doseQuestion}</bdi> Reason: <bdi>{doseReason}</bdi>
        </div>
      )}
    </>
  ),
}

const doseColumn = (maximumOf: (medication: Medication) => string | null): PrintColumn<Medication> => ({
  header: 'Dose',
  cell: (medication) => {
    const { name, dose, unit, weight, route, frequency, instructions } = medication
    const maximum = maximumOf(medication)
    return (
      <>
        {withWholeDoses(doseWords(dose, unit))}, {routeNames[route].toLowerCase()},{' '}
        {frequencyNames[frequency].toLowerCase()}
        <ByWeight of={{ name, dose, unit, weight }} />
        {instructions && (
          <div>
            <bdi>{instructions}</bdi>
          </div>
        )}
        {maximum && <div>Formulary maximum: {maximum}</div>}
      </>
    )
  },
})

/** The prescribed medicine, and for how long. */
export const orderColumns: PrintColumn<Medication>[] = [
  medicine,
  doseColumn(() => null),
  {
    header: 'From and to',
    cell: ({ startsOn, endsOn }) => (
      <>
        {formatDay(startsOn)}
        {endsOn && <div>to {formatDay(endsOn)}</div>}
      </>
    ),
    whole: true,
  },
]

/** The columns that a pharmacy needs. */
export const prescriptionColumns = (
  patient: Dosed,
  formulary: readonly FormularyMedicine[],
): PrintColumn<Medication>[] => [
  medicine,
  doseColumn((medication) => asNeededMaximum(medication, patient, formulary)),
  { header: 'Duration', cell: (medication) => <Duration of={medication} /> },
  { header: 'Quantity', cell: (medication) => orNotRecorded(quantityWords(medication)) },
  {
    header: 'Prescriber',
    cell: ({ recordedBy, prescriberNumber }) => (
      <>
        <bdi>{doctorName(recordedBy)}</bdi>
        {prescriberNumber && (
          <div>
            Reg. no. <bdi data-whole={prescriberNumber.length <= 16 || undefined}>{prescriberNumber}</bdi>
          </div>
        )}
      </>
    ),
  },
]

function Duration({ of: { frequency, startsOn, endsOn } }: { of: Medication }) {
  const days = courseDays({ startsOn, endsOn })
  if (frequency === 'ONCE') return <span data-whole>{formatDay(startsOn)}</span>
  return (
    <>
      {days === null ? 'No end recorded' : <strong>{countOf(days, 'day')}</strong>}
      <div data-whole>from {formatDay(startsOn)}</div>
      {endsOn && <div data-whole>to {formatDay(endsOn)}</div>}
    </>
  )
}

export const stoppedColumn = (timeZone: string): PrintColumn<Medication> => ({
  header: 'Stopped',
  cell: ({ stopped }) =>
    stopped && (
      <>
        <span data-whole>{formatMoment(stopped.at, timeZone)}</span> by <bdi>{doctorName(stopped.by)}</bdi>:{' '}
        <bdi>{stopped.reason}</bdi>
      </>
    ),
})
