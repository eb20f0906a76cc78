import { useState } from 'react'
import { allergyWords } from '../../../../contract/clinical/allergy-words.ts'
import { listMedications, type Medication } from '../../../../contract/clinical/medications.ts'
import { listContacts } from '../../../../contract/people/contacts.ts'
import { readPatient } from '../../../../contract/people/patients.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import {
  type Admission,
  destinationNames,
  listStays,
  readAdmission,
  type Stay,
} from '../../../../contract/wards/admissions.ts'
import { orderColumns, stoppedColumn } from '../../../clinical/medications/public.ts'
import { api } from '../../../ground/client/api.ts'
import { allPages } from '../../../ground/records/print/all-pages.ts'
import { RecordPrint } from '../../../ground/records/print/RecordPrint.tsx'
import { useForPrint } from '../../../ground/records/print/useForPrint.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment, orNotRecorded } from '../../../ground/ui/format.ts'
import { Facts } from '../../../ground/ui/page/Facts.tsx'
import { PrintSheet } from '../../../ground/ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../../../ground/ui/print/PrintTable.tsx'
import { PrintedIdentity, printedContacts } from '../../../people/patients/public.ts'
import { medicinesAt } from './medicines.ts'
import classes from './PrintedDischarge.module.css'
import { stayColumns } from './stay-columns.tsx'

/**
 * The discharge summary that a patient takes home. Medicines are those of the moment when a doctor signed, so that a later
 * print says the same; until then they are the present ones.
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
  const [openedAt] = useState(() => new Date().toISOString())
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
  const contacts = useForPrint(
    'contacts',
    params.id,
    (options) => api(listContacts, { params }, options),
    onDone,
  )
  if (!patient || !medications || !contacts) return null

  const { diagnosis, doctor, destination, deathTakenBack, dischargeDate, summarySigned: signed } = admission
  const { goesOn, ended } = medicinesAt(medications, {
    admittedAt: admission.admissionDate,
    at: signed?.at ?? openedAt,
    timeZone,
  })
  return (
    <PrintSheet onDone={onDone}>
      <RecordPrint title="Discharge summary" identity={<PrintedIdentity patient={patient} />}>
        <div className={classes.summary}>
          {/* Allergies are as they are now: a reprint must not leave out one that was found since. */}
          <h2>Allergies as of {formatMoment(openedAt, timeZone)}</h2>
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
              { label: 'Emergency contact or guardian', value: printedContacts(contacts) },
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
