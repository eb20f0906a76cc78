import {
  doseWords,
  frequencyNames,
  type Medication,
  routeNames,
} from '../../contract/clinical/medications.ts'
import { weightWords } from '../../contract/formulary/dose-check.ts'
import { formatDay, formatMoment } from '../ui/format.ts'
import type { PrintColumn } from '../ui/print/PrintTable.tsx'

/** The dose per kilogram and the weight, so that a pharmacy can check a child's dose. */
export function ByWeight({ of }: { of: Pick<Medication, 'name' | 'dose' | 'unit' | 'weight'> }) {
  const words = weightWords(of)
  return words && <div>{words}</div>
}

/** What was prescribed, and for how long. */
export const orderColumns: PrintColumn<Medication>[] = [
  {
    header: 'Medicine',
    cell: ({ name, reason, allergy, allergyReason, doseQuestion, doseReason }) => (
      <>
        <bdi>{name}</bdi>
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
        {doseQuestion && (
          <div>
            <bdi>{doseQuestion}</bdi> Reason: <bdi>{doseReason}</bdi>
          </div>
        )}
      </>
    ),
  },
  {
    header: 'Dose',
    cell: ({ name, dose, unit, weight, route, frequency, instructions }) => (
      <>
        {doseWords(dose, unit)}, {routeNames[route].toLowerCase()}, {frequencyNames[frequency].toLowerCase()}
        <ByWeight of={{ name, dose, unit, weight }} />
        {instructions && (
          <div>
            <bdi>{instructions}</bdi>
          </div>
        )}
      </>
    ),
  },
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

export const stoppedColumn = (timeZone: string): PrintColumn<Medication> => ({
  header: 'Stopped',
  cell: ({ stopped }) =>
    stopped && (
      <>
        <span data-whole>{formatMoment(stopped.at, timeZone)}</span> by <bdi>{stopped.by}</bdi>:{' '}
        <bdi>{stopped.reason}</bdi>
      </>
    ),
})
