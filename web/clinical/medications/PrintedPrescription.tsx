import { allergyWords } from '../../../contract/clinical/allergy-words.ts'
import { adultFrom } from '../../../contract/clinical/formulary/dose-check.ts'
import { listFormulary } from '../../../contract/clinical/formulary/formulary.ts'
import { type Medication, readCurrentMedications } from '../../../contract/clinical/medications.ts'
import { latestWith, readLatestVitals } from '../../../contract/clinical/vitals.ts'
import { youngestOn } from '../../../contract/people/birth/birth.ts'
import { readPatient } from '../../../contract/people/patients.ts'
import { api, type CallOptions } from '../../ground/client/api.ts'
import { RecordPrint } from '../../ground/records/print/RecordPrint.tsx'
import { useForPrint } from '../../ground/records/print/useForPrint.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatDay, inZone, orNotRecorded } from '../../ground/ui/format.ts'
import { PrintSheet } from '../../ground/ui/print/PrintSheet.tsx'
import { PrintTable } from '../../ground/ui/print/PrintTable.tsx'
import { PrintedIdentity } from '../../people/patients/public.ts'
import classes from './PrintedPrescription.module.css'
import { prescriptionColumns } from './print-columns.tsx'

/** The current medications on paper: whose they are on the head of every sheet, allergies before anything else. */
export function PrintedPrescription({ id, onDone }: { id: string; onDone: () => void }) {
  const { timeZone } = useSite()
  const today = useToday()
  const printed = useForPrint('prescription', id, (options) => readPrescription(id, today, options), onDone)
  if (!printed) return null
  const { patient, medications, formulary, weighed } = printed
  const age = youngestOn(today, patient)
  const weight = weighed && { kilograms: weighed.weight ?? 0, on: inZone(weighed.takenAt, timeZone).day }
  const columns = prescriptionColumns({ age, weight: weight ?? null, today }, formulary)
  const lists: [string, Medication[]][] = [
    ['Medicines to take home', medications.filter(({ isInpatient }) => !isInpatient)],
    ['Inpatient medicines', medications.filter(({ isInpatient }) => isInpatient)],
  ]
  return (
    <PrintSheet onDone={onDone}>
      <RecordPrint title="Prescription" identity={<PrintedIdentity patient={patient} />}>
        <div className={classes.prescription}>
          <h2>Allergies</h2>
          <p className={classes.allergies}>
            <bdi>{orNotRecorded(allergyWords(patient))}</bdi>
          </p>
          {age < adultFrom && (
            <p className={classes.weight}>
              Weight: <strong>{weight ? `${weight.kilograms} kg` : 'Not recorded'}</strong>
              {weight && `, measured on ${formatDay(weight.on)}`}
            </p>
          )}
          {medications.length === 0 && (
            <>
              <h2>Medications</h2>
              <p>None.</p>
            </>
          )}
          {lists.map(
            ([title, rows]) =>
              rows.length > 0 && (
                <section key={title} aria-label={title}>
                  <h2>{title}</h2>
                  <PrintTable columns={columns} rows={rows} rowKey={(medication) => medication.id} />
                </section>
              ),
          )}
          <p className={classes.signature}>Signature and date</p>
        </div>
      </RecordPrint>
    </PrintSheet>
  )
}

/** With the last weight of a patient, which a child's doses go by, and what the formulary says of the largest doses. */
async function readPrescription(id: string, today: string, options: CallOptions) {
  const params = { id }
  const [patient, medications] = await Promise.all([
    api(readPatient, { params }, options),
    api(readCurrentMedications, { params }, options),
  ])
  const isAsNeeded = medications.some(({ frequency }) => frequency === 'AS_NEEDED')
  const isChild = youngestOn(today, patient) < adultFrom
  // An adult's weight decides whether the formulary's maximum applies.
  const [sets, formulary] = await Promise.all([
    isChild || isAsNeeded ? api(readLatestVitals, { params }, options) : [],
    isAsNeeded ? api(listFormulary, {}, options) : [],
  ])
  return { patient, medications, formulary, weighed: latestWith(sets, 'weight') }
}
