import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { largestPage } from '../../../../contract/api/page.ts'
import { listAllergies } from '../../../../contract/clinical/allergies.ts'
import { allergyState, allergyWords } from '../../../../contract/clinical/allergy-words.ts'
import type { Struck } from '../../../../contract/clinical/entries.ts'
import { listMedications } from '../../../../contract/clinical/medications.ts'
import { listProblems } from '../../../../contract/clinical/problems.ts'
import { readTimeline } from '../../../../contract/clinical/timeline.ts'
import { listVisitNotes } from '../../../../contract/clinical/visit-notes.ts'
import { listVitals } from '../../../../contract/clinical/vitals.ts'
import { listPatientAppointments } from '../../../../contract/front-desk/appointments.ts'
import { readPatient } from '../../../../contract/people/patients.ts'
import type { PatientMovement } from '../../../../contract/store/recipients.ts'
import {
  type Admission,
  listAcuity,
  listPatientAdmissions,
  listStays,
} from '../../../../contract/wards/admissions.ts'
import { StruckWords } from '../../../clinical/entries/public.ts'
import { NoteText } from '../../../clinical/visit-notes/public.ts'
import { useUnits } from '../../../clinical/vitals/public.ts'
import { api, type CallOptions } from '../../../ground/client/api.ts'
import { allPages, type PageToRead } from '../../../ground/records/print/all-pages.ts'
import { RecordPrint } from '../../../ground/records/print/RecordPrint.tsx'
import { useForPrint, useListForPrint } from '../../../ground/records/print/useForPrint.ts'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment, orNotRecorded, todayIn } from '../../../ground/ui/format.ts'
import { Facts } from '../../../ground/ui/page/Facts.tsx'
import { PrintSheet } from '../../../ground/ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../../../ground/ui/print/PrintTable.tsx'
import { contactColumns, readContacts } from '../../../people/patients/contacts/printed.tsx'
import { coverageColumns, readCoverage } from '../../../people/patients/coverage/printed.tsx'
import { PrintedIdentity } from '../../../people/patients/public.ts'
import { patientFacts } from '../../../people/patients/record/patient-facts.tsx'
import { AdmissionDetails } from './AdmissionDetails.tsx'
import {
  admissionColumns,
  allergyColumns,
  appointmentColumns,
  currentMedicationColumns,
  medicationColumns,
  movementColumns,
  problemColumns,
  vitalsColumns,
} from './columns.tsx'
import { useIdentifiersForPrint } from './identifiers.ts'
import classes from './PrintedRecord.module.css'

/**
 * A patient's record on paper: identity on the head of every sheet, allergies before anything else, all that is known, and
 * every entry, admission and appointment. Who may not see clinical entries prints none: they are not even asked for.
 */
export function PrintedRecord({ id, onDone }: { id: string; onDone: () => void }) {
  const { timeZone } = useSite()
  const units = useUnits()
  const mayDo = useMay()
  const mayRead = mayDo('clinical.view')
  const maySeeAppointments = mayDo('appointment.view')
  const params = { id }
  const patient = useForPrint('patient', id, (options) => api(readPatient, { params }, options), onDone)
  const lists = {
    contacts: useListForPrint('contacts', id, (_, options) => readContacts(id, options)),
    coverage: useListForPrint('coverage', id, (_, options) => readCoverage(id, options)),
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
    movements: useListForPrint(
      'movements',
      id,
      (query, options) => readMovements(id, query, options),
      mayRead,
    ),
    admissions: useListForPrint('admission', id, (query, options) =>
      api(listPatientAdmissions, { params, query }, options),
    ),
    appointments: useListForPrint(
      'appointment',
      id,
      (query, options) => api(listPatientAppointments, { params, query }, options),
      maySeeAppointments,
    ),
  }
  const identifiers = useIdentifiersForPrint(id)
  const admissions = lists.admissions.data
  const stays = useOfEach('admission-stays', id, admissions, (of, options) =>
    api(listStays, { params: { id: of.id } }, options),
  )
  const statuses = useOfEach('admission-statuses', id, admissions, readStatuses)
  // Printed once its lists have loaded; the print names lists that could not be loaded.
  if (!patient || [...Object.values(lists), identifiers, stays, statuses].some(({ isLoading }) => isLoading))
    return null

  // 'None known' is left out if there is an allergy.
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
              ...identifiers.facts,
              ...(patient.deceasedAt
                ? [{ label: 'Died', value: formatMoment(patient.deceasedAt, timeZone) }]
                : []),
            ]}
          />
          <Printed title="Next of Kin and Contacts" things="contacts" list={lists.contacts}>
            {(rows) => (
              <PrintTable columns={contactColumns} rows={rows} rowKey={({ id: contact }) => contact} />
            )}
          </Printed>
          <Printed title="Coverage" things="coverage" list={lists.coverage}>
            {(rows) => (
              <PrintTable
                columns={coverageColumns(todayIn(timeZone))}
                rows={rows}
                rowKey={({ id: covered }) => covered}
              />
            )}
          </Printed>
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
              <Printed title="Issued from the Store" things="issues from the store" list={lists.movements}>
                {(rows) => (
                  <PrintTable columns={movementColumns(timeZone)} rows={rows} rowKey={(row) => row.id} />
                )}
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
                below={(row) => (
                  <AdmissionDetails
                    admission={row}
                    stays={stays.data?.get(row.id)}
                    statuses={statuses.data?.get(row.id)}
                  />
                )}
              />
            )}
          </Printed>
          {maySeeAppointments && (
            <Printed title="Appointments" things="appointments" list={lists.appointments}>
              {(rows) => (
                <PrintTable
                  columns={appointmentColumns}
                  rows={rows}
                  rowKey={(row) => row.id}
                  below={({ notes }) =>
                    notes && (
                      <>
                        Notes: <bdi>{notes}</bdi>
                      </>
                    )
                  }
                />
              )}
            </Printed>
          )}
        </div>
      </RecordPrint>
    </PrintSheet>
  )
}

/** The store's issues and returns on a page of the timeline. The other kinds are printed as lists of their own. */
async function readMovements(
  id: string,
  query: { limit: number; cursor: string | undefined },
  options: CallOptions,
): Promise<PageToRead<PatientMovement>> {
  const { items, nextCursor } = await api(
    readTimeline,
    { params: { id }, query: { ...query, kind: 'medications' } },
    options,
  )
  const movements = items.flatMap((happened) =>
    happened.event === 'issue' || happened.event === 'return' ? [happened.record] : [],
  )
  return { items: movements, nextCursor }
}

/** How the patient was during an admission; without a last status there is none. */
function readStatuses({ id, acuity }: Admission, options: CallOptions) {
  if (!acuity) return []
  return allPages((cursor) =>
    api(listAcuity, { params: { id }, query: { limit: largestPage, cursor } }, options),
  )
}

/** Reads something of each admission for paper, by the admission's id. */
function useOfEach<Part>(
  part: string,
  patientId: string,
  admissions: readonly Admission[] | undefined,
  read: (admission: Admission, options: CallOptions) => Part | Promise<Part>,
) {
  return useQuery({
    queryKey: [part, 'printed', patientId],
    queryFn: async ({ signal }) => {
      const options = { signal, purpose: 'print' } as const
      const readOne = async (of: Admission) => [of.id, await read(of, options)] as const
      return new Map(await Promise.all((admissions ?? []).map(readOne)))
    },
    gcTime: 0,
    enabled: admissions !== undefined,
  })
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
