import { allergyWords } from '../../contract/clinical/allergy-words.ts'
import {
  doseWords,
  frequencyNames,
  type Medication,
  readCurrentMedications,
  routeNames,
} from '../../contract/clinical/medications.ts'
import { readPatient } from '../../contract/patients.ts'
import { api } from '../client/api.ts'
import { PrintedIdentity } from '../patients/public.ts'
import { RecordPrint } from '../records/print/RecordPrint.tsx'
import { useForPrint } from '../records/print/useForPrint.ts'
import { formatDay, orNotRecorded } from '../ui/format.ts'
import { PrintSheet } from '../ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../ui/print/PrintTable.tsx'
import classes from './PrintedPrescription.module.css'
import { ByWeight } from './print-columns.tsx'

const columns: PrintColumn<Medication>[] = [
  {
    header: 'Medicine',
    cell: ({ name, allergy, allergyReason, doseQuestion, doseReason }) => (
      <>
        <strong>
          <bdi>{name}</bdi>
        </strong>
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
    cell: ({ name, dose, unit, weight }) => (
      <>
        {doseWords(dose, unit)}
        <ByWeight of={{ name, dose, unit, weight }} />
      </>
    ),
  },
  { header: 'Route', cell: ({ route }) => routeNames[route] },
  {
    header: 'Frequency',
    cell: ({ frequency, instructions }) => (
      <>
        {frequencyNames[frequency]}
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
    cell: ({ startsOn, endsOn }) => `${formatDay(startsOn)}${endsOn ? ` to ${formatDay(endsOn)}` : ''}`,
  },
  { header: 'Prescriber', cell: ({ recordedBy }) => <bdi>{recordedBy}</bdi> },
]

/** The current medications on paper: whose they are on the head of every sheet, allergies before anything else. */
export function PrintedPrescription({ id, onDone }: { id: string; onDone: () => void }) {
  const patient = useForPrint(
    'patient',
    id,
    (options) => api(readPatient, { params: { id } }, options),
    onDone,
  )
  const medications = useForPrint(
    'medications',
    id,
    (options) => api(readCurrentMedications, { params: { id } }, options),
    onDone,
  )
  if (!patient || !medications) return null
  return (
    <PrintSheet onDone={onDone}>
      <RecordPrint title="Prescription" identity={<PrintedIdentity patient={patient} />}>
        <div className={classes.prescription}>
          <h2>Allergies</h2>
          <p className={classes.allergies}>
            <bdi>{orNotRecorded(allergyWords(patient))}</bdi>
          </p>
          <h2>Medications</h2>
          {medications.length === 0 ? (
            <p>None.</p>
          ) : (
            <PrintTable columns={columns} rows={medications} rowKey={(medication) => medication.id} />
          )}
          <p className={classes.signature}>Signature and date</p>
        </div>
      </RecordPrint>
    </PrintSheet>
  )
}
