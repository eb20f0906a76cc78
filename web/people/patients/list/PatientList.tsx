import { IconEye, IconPencil, IconPlus, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  exportPatients,
  genderNames,
  genders,
  type ListedPatient,
  type Patient,
  patientSortKeys,
} from '../../../../contract/people/patients.ts'
import { AnchorLink, ButtonLink } from '../../../ground/links/links.tsx'
import { ExportButton } from '../../../ground/records/list/ExportButton.tsx'
import { useListAddress } from '../../../ground/records/list/list-address.ts'
import { NoMatch } from '../../../ground/records/list/NoMatch.tsx'
import { onlyHit } from '../../../ground/records/list/only-hit.ts'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { type Rows, usePageRows } from '../../../ground/records/list/rows.ts'
import { RowAction, RowLink } from '../../../ground/records/row/RowAction.tsx'
import { useMay, useMe } from '../../../ground/sign-in/account.ts'
import { formatDay, fullName, orNotRecorded } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { ChoiceFilter } from '../../../ground/ui/list/ChoiceFilter.tsx'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { FilterChip } from '../../../ground/ui/list/FilterChip.tsx'
import { ListFilters } from '../../../ground/ui/list/ListFilters.tsx'
import { SearchField } from '../../../ground/ui/list/SearchField.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../../ground/ui/page/ListHeader.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { registerWords } from '../called.ts'
import { DateOfBirth } from '../identity/PatientIdentityLine.tsx'
import { patientListQuery } from '../queries.ts'
import { deceasedLook, restrictedLook } from '../words.ts'
import { filterOf, patientsPerPage, rememberList, sortOf } from './list-search.ts'
import { PatientFigures } from './PatientFigures.tsx'
import classes from './PatientList.module.css'
import { PossibleDuplicates } from './PossibleDuplicates.tsx'
import { PrintPatients } from './PrintPatients.tsx'

const DeletePatientDialog = late(() => import('./DeletePatientDialog.tsx'), 'DeletePatientDialog', whileOpen)

const route = getRouteApi('/signed-in/shell/patients')

/** For the hand that goes to the name; the keyboard reaches the record by the number, and needs it once. */
function NameLink({
  patient,
  className,
  children,
}: {
  patient: Patient
  className?: string | undefined
  children: string
}) {
  return (
    <AnchorLink
      to="/patients/$id"
      params={{ id: patient.id }}
      tabIndex={-1}
      underline="hover"
      c="inherit"
      className={className}
    >
      <bdi>{children}</bdi>
    </AnchorLink>
  )
}

const columns: DataColumn<ListedPatient>[] = [
  {
    key: 'mrn',
    header: 'MRN',
    sortable: true,
    primary: true,
    cell: (patient) => (
      <>
        <NameLink patient={patient} className={classes.onCards}>
          {fullName(patient)}
        </NameLink>
        <AnchorLink to="/patients/$id" params={{ id: patient.id }} className={classes.whole}>
          {patient.mrn}
        </AnchorLink>
        {patient.found?.because && <div className={classes.because}>{patient.found.because}</div>}
      </>
    ),
  },
  {
    key: 'firstName',
    header: 'First Name',
    sortable: true,
    cell: (patient) => <NameLink patient={patient}>{patient.firstName}</NameLink>,
  },
  {
    key: 'lastName',
    header: 'Last Name',
    sortable: true,
    cell: (patient) => (
      <>
        <NameLink patient={patient}>{patient.lastName}</NameLink>{' '}
        {patient.deceasedAt && <StatusBadge look={deceasedLook} />}
        {patient.restrictedSince && <StatusBadge look={restrictedLook} />}
      </>
    ),
  },
  {
    key: 'dateOfBirth',
    header: 'Date of Birth',
    sortable: true,
    cell: (patient) => <DateOfBirth of={patient} />,
  },
  {
    key: 'gender',
    header: 'Gender',
    cell: ({ gender }) => <span className={classes.whole}>{genderNames[gender]}</span>,
  },
  {
    key: 'contact',
    header: 'Contact',
    cell: ({ contactNumber }) => (
      <bdi className={contactNumber.length <= 20 ? classes.whole : undefined}>
        {orNotRecorded(contactNumber)}
      </bdi>
    ),
  },
]

const genderChoices = genders.map((gender) => ({ value: gender, label: genderNames[gender] }))

/** Every patient, found by name, MRN, phone, e-mail or date of birth; what is shown is all in the address. */
export function PatientList() {
  const { search, show, searchBox, isFiltered, activeFilters, clearFilters } = useListAddress(
    route.useSearch(),
    route.useNavigate(),
    ['search', 'gender', 'registeredSince'],
  )
  const navigate = useNavigate()
  const me = useMe()
  useEffect(() => rememberList(me.id, search), [me.id, search])
  const filter = filterOf(search)
  const page = search.page ?? 1
  const query = useQuery(patientListQuery({ ...filter, page, limit: patientsPerPage }))
  const list = usePageRows(query, 'The patient list could not be loaded', {
    page,
    pageSize: patientsPerPage,
    show,
  })
  const mayDo = useMay()
  const mayEdit = mayDo('patient.edit')
  const [deleting, setDeleting] = useState<Patient>()

  return (
    <>
      <ListHeader title="Patient Management" context="Manage patient records and medical information">
        {mayEdit && <PossibleDuplicates />}
        {mayDo('patient.export') && (
          <>
            <PrintPatients filter={filter} />
            <ExportButton endpoint={exportPatients} query={filter} total={query.data?.total} />
          </>
        )}
        {mayEdit && (
          <ButtonLink to="/patients/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
            New Patient
          </ButtonLink>
        )}
      </ListHeader>
      <PatientFigures />
      <RecordList
        label="Patients"
        className={classes.list}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={patientsPerPage}
        sort={{ keys: patientSortKeys, ...sortOf(search), onSort: show }}
        toolbar={
          <ListFilters
            search={
              <SearchField
                label="Search patients by name, MRN, phone, e-mail or date of birth"
                placeholder="Name, MRN, phone or date of birth"
                {...searchBox}
                only={onlyHit(
                  exactOf(list, page === 1 && !search.sort),
                  ({ id }) => void navigate({ to: '/patients/$id', params: { id } }),
                )}
              />
            }
            active={activeFilters}
          >
            <ChoiceFilter
              label="Gender"
              choices={genderChoices}
              value={search.gender}
              onChange={(gender) => show({ gender })}
            />
            {search.registeredSince && (
              <FilterChip onRemove={() => show({ registeredSince: undefined })}>
                Registered since {formatDay(search.registeredSince)}
              </FilterChip>
            )}
          </ListFilters>
        }
        rowActions={(patient) => <PatientActions patient={patient} onDelete={() => setDeleting(patient)} />}
        empty={
          isFiltered ? (
            <NoMatch
              title="No patient matches"
              onClear={clearFilters}
              action={
                mayEdit &&
                search.search &&
                registerWords(search.search) && (
                  <ButtonLink to="/patients/new" search={{ called: search.search }}>
                    {registerWords(search.search)}
                  </ButtonLink>
                )
              }
            >
              Try another part of the name, the MRN, the phone number, the e-mail or the date of birth.
            </NoMatch>
          ) : (
            <EmptyState
              title="No patients yet"
              icon={<IconUserPlus size={32} stroke={1.5} />}
              action={
                mayEdit && (
                  <ButtonLink to="/patients/new" variant="default">
                    Register the first patient
                  </ButtonLink>
                )
              }
            >
              Registered patients appear here.
            </EmptyState>
          )
        }
      />
      <DeletePatientDialog.Ahead />
      {deleting && <DeletePatientDialog patient={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

/**
 * The only patient that the whole text matches. In an order that the user chose, others may be on other pages, so only
 * a single hit counts.
 */
function exactOf({ rows, place, ...list }: Rows<ListedPatient>, isRanked: boolean): Rows<ListedPatient> {
  const exact = rows?.filter(({ found }) => found?.match === 'exact')
  return { ...list, rows: exact, place: isRanked ? undefined : place }
}

function PatientActions({ patient, onDelete }: { patient: Patient; onDelete: () => void }) {
  const mayDo = useMay()
  const name = fullName(patient)
  const params = { id: patient.id }
  return (
    <>
      <RowLink label="View" of={name} icon={IconEye} to="/patients/$id" params={params} />
      {mayDo('patient.edit') && (
        <RowLink label="Edit" of={name} icon={IconPencil} to="/patients/edit/$id" params={params} />
      )}
      {mayDo('patient.delete') && (
        <RowAction label="Delete" of={name} icon={IconTrash} danger onClick={onDelete} />
      )}
    </>
  )
}
