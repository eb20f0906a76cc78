import {
  type Admission,
  destinationNames,
  listStays,
  readAdmission,
  type Stay,
} from '../../../contract/admissions.ts'
import { allergyWords } from '../../../contract/clinical/allergy-words.ts'
import { listMedications, type Medication } from '../../../contract/clinical/medications.ts'
import { readPatient } from '../../../contract/patients.ts'
import { doctorName } from '../../../contract/staff.ts'
import { api } from '../../client/api.ts'
import { orderColumns, stoppedColumn } from '../../medications/public.ts'
import { PrintedIdentity } from '../../patients/public.ts'
import { allPages } from '../../records/print/all-pages.ts'
import { RecordPrint } from '../../records/print/RecordPrint.tsx'
import { useForPrint } from '../../records/print/useForPrint.ts'
import { useSite } from '../../session/account.ts'
import { formatMoment, orNotRecorded } from '../../ui/format.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../../ui/print/PrintTable.tsx'
import { medicinesAt } from './medicines.ts'
import classes from './PrintedDischarge.module.css'
import { stayColumns } from './stay-columns.tsx'

/**
 * What a patient takes along from a stay in the hospital. Medicines are those of the moment when a doctor signed, so that
 * a later print says the same; until then those of now.
 */
export function PrintedDischarge({ id, onDone }: { id: string; onDone: () => void }) {
  const admission = useForPrint(
    'admission',
    id,
    (options) => api(readAdmission, { params: { id } }, options),
    onDone,
  )
  const stays = useForPrint(
    'admission-stays',
    id,
    (options) => api(listStays, { params: { id } }, options),
    onDone,
  )
  if (!admission || !stays) return null
  return <OfPatient admission={admission} stays={stays} onDone={onDone} />
}

function OfPatient({
  admission,
  stays,
  onDone,
}: {
  admission: Admission
  stays: readonly Stay[]
  onDone: () => void
}) {
  const { timeZone } = useSite()
  const params = { id: admission.patientId }
  const patient = useForPrint(
    'patient',
    params.id,
    (options) => api(readPatient, { params }, options),
    onDone,
  )
  const medications = useForPrint(
    'medications',
    params.id,
    (options) => allPages((cursor) => api(listMedications, { params, query: { cursor } }, options)),
    onDone,
  )
  if (!patient || !medications) return null

  const { diagnosis, doctor, destination, deathTakenBack, dischargeDate, summarySigned: signed } = admission
  const { goesOn, ended } = medicinesAt(medications, {
    admittedAt: admission.admissionDate,
    at: signed?.at ?? new Date().toISOString(),
    timeZone,
  })
  return (
    <PrintSheet onDone={onDone}>
      <RecordPrint title="Discharge summary" identity={<PrintedIdentity patient={patient} />}>
        <div className={classes.summary}>
          <h2>Allergies</h2>
          <p className={classes.allergies}>
            <bdi>{orNotRecorded(allergyWords(patient))}</bdi>
          </p>
          <h2>Stay in hospital</h2>
          <Facts
            columns={2}
            facts={[
              { label: 'Diagnosis', value: diagnosis && <bdi>{diagnosis}</bdi> },
              { label: 'Doctor', value: doctor && <bdi>{doctorName(doctor)}</bdi> },
              { label: 'Admitted', value: formatMoment(admission.admissionDate, timeZone) },
              { label: 'Discharged', value: dischargeDate && formatMoment(dischargeDate, timeZone) },
              { label: 'Discharged to', value: destination && destinationNames[destination] },
              ...(deathTakenBack
                ? [
                    {
                      label: 'Death recorded in error',
                      value: `${formatMoment(deathTakenBack.at, timeZone)}: ${deathTakenBack.reason}`,
                    },
                  ]
                : []),
            ]}
          />
          <PrintTable columns={stayColumns(timeZone)} rows={stays} rowKey={(stay) => stay.id} />
          <h2>Course in hospital</h2>
          <p dir="auto">{orNotRecorded(admission.summary)}</p>
          <h2>Medicines to continue</h2>
          <Medicines rows={goesOn} columns={orderColumns} />
          <h2>Medicines stopped or finished during the stay</h2>
          <Medicines rows={ended} columns={[...orderColumns, stoppedColumn(timeZone)]} />
          <h2>Follow-up</h2>
          <p dir="auto">{orNotRecorded(admission.followUp)}</p>
          <p className={classes.signature}>
            {signed ? (
              <>
                Signed by <bdi>{orNotRecorded(signed.by && doctorName(signed.by))}</bdi> on{' '}
                {formatMoment(signed.at, timeZone)}
              </>
            ) : (
              'Not signed. Doctor’s signature and date'
            )}
          </p>
        </div>
      </RecordPrint>
    </PrintSheet>
  )
}

function Medicines({
  rows,
  columns,
}: {
  rows: readonly Medication[]
  columns: readonly PrintColumn<Medication>[]
}) {
  if (rows.length === 0) return <p>None.</p>
  return <PrintTable columns={columns} rows={rows} rowKey={({ id }) => id} />
}
