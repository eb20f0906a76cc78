import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Admission, listPatientAdmissions, listStays } from '../../../../contract/admissions.ts'
import { listPatientAppointments } from '../../../../contract/appointments.ts'
import { listAllergies } from '../../../../contract/clinical/allergies.ts'
import { allergyState, allergyWords } from '../../../../contract/clinical/allergy-words.ts'
import type { Struck } from '../../../../contract/clinical/entries.ts'
import { listMedications } from '../../../../contract/clinical/medications.ts'
import { listProblems } from '../../../../contract/clinical/problems.ts'
import { listVisitNotes } from '../../../../contract/clinical/visit-notes.ts'
import { listVitals } from '../../../../contract/clinical/vitals.ts'
import { readPatient } from '../../../../contract/patients.ts'
import { api } from '../../../client/api.ts'
import { StruckWords } from '../../../clinical/public.ts'
import { PrintedIdentity } from '../../../patients/public.ts'
import { patientFacts } from '../../../patients/record/patient-facts.tsx'
import { RecordPrint } from '../../../records/print/RecordPrint.tsx'
import { useForPrint, useListForPrint } from '../../../records/print/useForPrint.ts'
import { useMay, useSite } from '../../../session/account.ts'
import { formatMoment, orNotRecorded } from '../../../ui/format.ts'
import { Facts } from '../../../ui/page/Facts.tsx'
import { PrintSheet } from '../../../ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../../../ui/print/PrintTable.tsx'
import { NoteText } from '../../../visit-notes/public.ts'
import { useUnits } from '../../../vitals/public.ts'
import { AdmissionDetails } from './AdmissionDetails.tsx'
import {
  admissionColumns,
  allergyColumns,
  appointmentColumns,
  currentMedicationColumns,
  medicationColumns,
  problemColumns,
  vitalsColumns,
} from './columns.tsx'
import classes from './PrintedRecord.module.css'

/**
 * A patient's record on paper: identity on the head of every sheet, allergies before anything else, all that is known, and
 * every entry, admission and appointment. Who may not see clinical entries prints none: they are not even asked for.
 */
export function PrintedRecord({ id, onDone }: { id: string; onDone: () => void }) {
  const { timeZone } = useSite()
  const units = useUnits()
  const mayRead = useMay()('clinical.view')
  const params = { id }
  const patient = useForPrint('patient', id, (options) => api(readPatient, { params }, options), onDone)
  const lists = {
    allergies: useListForPrint('allergies', id, (query, options) =>
      api(listAllergies, { params, query }, options),
    ),
    problems: useListForPrint(
      'problems',
      id,
      (query, options) => api(listProblems, { params, query }, options),
      mayRead,
    ),
    medications: useListForPrint(
      'medications',
      id,
      (query, options) => api(listMedications, { params, query }, options),
      mayRead,
    ),
    vitals: useListForPrint(
      'vitals',
      id,
      (query, options) => api(listVitals, { params, query }, options),
      mayRead,
    ),
    notes: useListForPrint(
      'visit-notes',
      id,
      (query, options) => api(listVisitNotes, { params, query }, options),
      mayRead,
    ),
    admissions: useListForPrint('admission', id, (query, options) =>
      api(listPatientAdmissions, { params, query }, options),
    ),
    appointments: useListForPrint('appointment', id, (query, options) =>
      api(listPatientAppointments, { params, query }, options),
    ),
  }
  const admissions = lists.admissions.data
  const stays = useQuery({
    queryKey: ['admission-stays', 'printed', id],
    queryFn: async ({ signal }) => {
      const options = { signal, purpose: 'print' } as const
      const read = async ({ id: of }: Admission) =>
        [of, await api(listStays, { params: { id: of } }, options)] as const
      return new Map(await Promise.all((admissions ?? []).map(read)))
    },
    gcTime: 0,
    enabled: admissions !== undefined,
  })
  // Printed once its lists have loaded; the print names lists that could not be loaded.
  if (!patient || [...Object.values(lists), stays].some(({ isLoading }) => isLoading)) return null

  // What an allergy outweighs is left out.
  const isNone = allergyState(patient) === 'none known'
  return (
    <PrintSheet onDone={onDone}>
      <RecordPrint title="Patient record" identity={<PrintedIdentity patient={patient} />}>
        <div className={classes.record}>
          <h2>Allergies</h2>
          <p className={classes.allergies}>
            <bdi>{orNotRecorded(allergyWords(patient))}</bdi>
          </p>
          <Facts
            columns={2}
            facts={[
              ...patientFacts(patient),
              ...(patient.deceasedAt
                ? [{ label: 'Died', value: formatMoment(patient.deceasedAt, timeZone) }]
                : []),
            ]}
          />
          <h2>Medical History</h2>
          <p dir="auto">{orNotRecorded(patient.medicalHistory)}</p>
          <Printed title="Allergies in Detail" things="allergies" list={lists.allergies}>
            {(rows) => (
              <PrintTable
                columns={allergyColumns(timeZone)}
                rows={rows.filter(
                  ({ isNoneKnown, struck, replaced }) => !isNoneKnown || struck || replaced || isNone,
                )}
                rowKey={({ id: entry }) => entry}
                isStruck={({ struck, replaced }) => Boolean(struck ?? replaced)}
                below={({ struck, replaced }) =>
                  struck ? <StruckWords struck={struck} /> : replaced && <>Replaced by another entry</>
                }
              />
            )}
          </Printed>
          {mayRead && (
            <>
              <Printed title="Problems" things="problems" list={lists.problems}>
                {(rows) => <Entries rows={rows} columns={problemColumns(timeZone)} />}
              </Printed>
              <Printed
                title="Current Medications"
                things="medications"
                list={lists.medications}
                which={({ isCurrent }) => isCurrent}
              >
                {(rows) => <Entries rows={rows} columns={currentMedicationColumns(timeZone)} />}
              </Printed>
              <Printed
                title="Past Medications"
                things="medications"
                list={lists.medications}
                which={({ isCurrent }) => !isCurrent}
              >
                {(rows) => <Entries rows={rows} columns={medicationColumns(timeZone)} />}
              </Printed>
              <Printed title="Vital Signs" things="vital signs" list={lists.vitals}>
                {(rows) => (
                  <Entries rows={rows} columns={vitalsColumns(patient.dateOfBirth, timeZone, units)} />
                )}
              </Printed>
              <Printed title="Visit Notes" things="visit notes" list={lists.notes}>
                {(notes) =>
                  notes.map((note) => (
                    <section key={note.id} className={classes.note}>
                      <h3>Visit of {formatMoment(note.seenAt, timeZone)}</h3>
                      <NoteText note={note} />
                    </section>
                  ))
                }
              </Printed>
            </>
          )}
          <Printed title="Admissions" things="admissions" list={lists.admissions}>
            {(rows) => (
              <PrintTable
                columns={admissionColumns(timeZone)}
                rows={rows}
                rowKey={(row) => row.id}
                below={(row) => <AdmissionDetails admission={row} stays={stays.data?.get(row.id)} />}
              />
            )}
          </Printed>
          <Printed title="Appointments" things="appointments" list={lists.appointments}>
            {(rows) => <PrintTable columns={appointmentColumns} rows={rows} rowKey={(row) => row.id} />}
          </Printed>
        </div>
      </RecordPrint>
    </PrintSheet>
  )
}

/** A part of the record under its heading: its rows, or that there are none, or that they could not be read. */
function Printed<Row>({
  title,
  things,
  list,
  which,
  children,
}: {
  title: string
  things: string
  list: UseQueryResult<Row[]>
  /** Defaults to all of them. */
  which?: (row: Row) => boolean
  children: (rows: readonly Row[]) => ReactNode
}) {
  const rows = which ? list.data?.filter(which) : list.data
  return (
    <>
      <h2>{title}</h2>
      {!rows ? (
        <p>The {things} could not be loaded when this was printed.</p>
      ) : rows.length === 0 ? (
        <p>None.</p>
      ) : (
        children(rows)
      )}
    </>
  )
}

/** Clinical entries; those made in error are struck through, with the reason below. */
function Entries<Row extends { id: string; struck: Struck | null }>({
  rows,
  columns,
}: {
  rows: readonly Row[]
  columns: readonly PrintColumn<Row>[]
}) {
  return (
    <PrintTable
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isStruck={({ struck }) => struck !== null}
      below={({ struck }) => struck && <StruckWords struck={struck} />}
    />
  )
}
