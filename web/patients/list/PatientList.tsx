import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core'
import { IconEye, IconPencil, IconPlus, IconTrash, IconUserPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  type Gender,
  genderNames,
  genders,
  type Patient,
  patientSortKeys,
} from '../../../contract/patients.ts'
import { AnchorLink, ButtonLink } from '../../links.tsx'
import { useMay } from '../../session/account.ts'
import { formatDay, fullName } from '../../ui/format.ts'
import { type DataColumn, DataTable } from '../../ui/list/DataTable.tsx'
import { Pager } from '../../ui/list/Pager.tsx'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateOfBirth } from '../identity/PatientIdentityLine.tsx'
import { patientListQuery } from '../queries.ts'
import { deceasedLook } from '../words.ts'
import { DeletePatientDialog } from './DeletePatientDialog.tsx'
import { filterOf, type PatientListSearch, patientsPerPage } from './list-search.ts'
import { PatientFigures } from './PatientFigures.tsx'
import classes from './PatientList.module.css'
import { PatientListOutput } from './PatientListOutput.tsx'

const route = getRouteApi('/signed-in/shell/patients')

const columns: DataColumn<Patient>[] = [
  {
    key: 'mrn',
    header: 'MRN',
    sortable: true,
    primary: true,
    cell: (patient) => (
      <>
        <bdi className={classes.onCards}>{fullName(patient)}</bdi>
        <AnchorLink to="/patients/$id" params={{ id: patient.id }} className={classes.whole}>
          {patient.mrn}
        </AnchorLink>
      </>
    ),
  },
  { key: 'firstName', header: 'First Name', sortable: true, cell: ({ firstName }) => <bdi>{firstName}</bdi> },
  {
    key: 'lastName',
    header: 'Last Name',
    sortable: true,
    cell: ({ lastName, deceasedAt }) => (
      <>
        <bdi>{lastName}</bdi> {deceasedAt && <StatusBadge look={deceasedLook} />}
      </>
    ),
  },
  {
    key: 'dateOfBirth',
    header: 'Date of Birth',
    sortable: true,
    cell: ({ dateOfBirth }) => <DateOfBirth day={dateOfBirth} plain />,
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
      <bdi className={contactNumber.length <= 20 ? classes.whole : undefined}>{contactNumber}</bdi>
    ),
  },
]

/** Every patient, found by name, MRN, phone or e-mail; what is shown is all in the address. */
export function PatientList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayDo = useMay()
  const [deleting, setDeleting] = useState<Patient>()
  const filter = filterOf(search)
  const page = search.page ?? 1
  const list = useQuery(patientListQuery({ ...filter, page, limit: patientsPerPage }))
  const total = list.data?.total ?? 0
  const isFiltered = Boolean(search.search || search.gender || search.registeredSince)

  // The last page can become empty (a deletion, an old link): then the one before is meant.
  const lastPage = Math.max(1, Math.ceil(total / patientsPerPage))
  const isBeyond = Boolean(list.data && !list.isPlaceholderData && page > lastPage)
  useEffect(() => {
    if (isBeyond) void navigate({ search: (kept) => ({ ...kept, page: lastPage }), replace: true })
  }, [isBeyond, lastPage, navigate])

  /** Another filter or order starts at its first page. */
  function show(change: PatientListSearch, { replace = false } = {}) {
    void navigate({
      search: (kept) => ({ ...kept, page: undefined, ...change }),
      replace,
      resetScroll: 'page' in change,
    })
  }

  return (
    <>
      <PageHeader title="Patient Management" context="Manage patient records and medical information">
        <PatientListOutput filter={filter} total={list.data?.total} />
        {mayDo('patient.edit') && (
          <ButtonLink to="/patients/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
            New Patient
          </ButtonLink>
        )}
      </PageHeader>
      <PatientFigures />
      <div className={classes.list}>
        {list.error && (!list.data || list.isPlaceholderData) ? (
          <ErrorState
            title="The patient list could not be loaded"
            error={list.error}
            onRetry={() => list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <DataTable
            label="Patients"
            columns={columns}
            rows={list.data?.items}
            rowKey={({ id }) => id}
            sort={{ key: filter.sort, direction: filter.direction }}
            onSort={({ key, direction }) =>
              show({ sort: patientSortKeys.find((one) => one === key), direction })
            }
            expectedRows={patientsPerPage}
            updating={list.isPlaceholderData}
            toolbar={<Filters search={search} onShow={show} />}
            rowActions={(patient) => <RowActions patient={patient} onDelete={setDeleting} />}
            empty={
              isFiltered ? (
                <EmptyState
                  title="No patient matches"
                  action={
                    <Button
                      variant="default"
                      onClick={() =>
                        show({ search: undefined, gender: undefined, registeredSince: undefined })
                      }
                    >
                      Clear filters
                    </Button>
                  }
                >
                  Try another part of the name, the MRN, the phone number or the e-mail.
                </EmptyState>
              ) : (
                <EmptyState
                  title="No patients yet"
                  icon={<IconUserPlus size={32} stroke={1.5} />}
                  action={
                    mayDo('patient.edit') && (
                      <ButtonLink to="/patients/new" variant="default">
                        Register the first patient
                      </ButtonLink>
                    )
                  }
                >
                  {mayDo('patient.edit')
                    ? 'Everybody who is registered stands here, to be found by name, MRN or phone.'
                    : 'Everybody whom the reception registers stands here, to be found by name, MRN or phone.'}
                </EmptyState>
              )
            }
          />
        )}
        {list.data && total > 0 && (
          <Pager
            page={Math.min(page, lastPage)}
            pageSize={patientsPerPage}
            total={total}
            totalIsAtLeast={list.data.totalIsAtLeast}
            onPage={(next) => show({ page: next === 1 ? undefined : next })}
          />
        )}
      </div>
      {deleting && <DeletePatientDialog patient={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function Filters({
  search,
  onShow,
}: {
  search: PatientListSearch
  onShow: (change: PatientListSearch, how?: { replace?: boolean }) => void
}) {
  return (
    <>
      <SearchField
        label="Search patients by name, MRN, phone or e-mail"
        placeholder="Name, MRN, phone or e-mail"
        value={search.search ?? ''}
        // Typing replaces the address instead of adding to the history at every key.
        onChange={(text) => onShow({ search: text.trim() || undefined }, { replace: true })}
      />
      <SegmentedControl
        aria-label="Gender"
        size="xs"
        value={search.gender ?? 'ALL'}
        onChange={(chosen) => onShow({ gender: genders.find((gender) => gender === chosen) })}
        data={[
          { value: 'ALL', label: 'All' },
          ...genders.map((gender: Gender) => ({ value: gender, label: genderNames[gender] })),
        ]}
      />
      {search.registeredSince && (
        <button type="button" className={classes.chip} onClick={() => onShow({ registeredSince: undefined })}>
          <span className="sr-only">Remove the filter: </span>
          Registered since {formatDay(search.registeredSince)}
          <IconX size={14} aria-hidden="true" />
        </button>
      )}
    </>
  )
}

function RowActions({ patient, onDelete }: { patient: Patient; onDelete: (patient: Patient) => void }) {
  const mayDo = useMay()
  const name = fullName(patient)
  return (
    <>
      <Tooltip label="View">
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.action}
          aria-label={`View ${name}`}
          renderRoot={(props) => <Link to="/patients/$id" params={{ id: patient.id }} {...props} />}
        >
          <IconEye size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      {mayDo('patient.edit') && (
        <Tooltip label="Edit">
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.action}
            aria-label={`Edit ${name}`}
            renderRoot={(props) => <Link to="/patients/edit/$id" params={{ id: patient.id }} {...props} />}
          >
            <IconPencil size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
      {mayDo('patient.delete') && (
        <Tooltip label="Delete">
          <ActionIcon
            variant="subtle"
            color="red"
            className={classes.action}
            aria-label={`Delete ${name}`}
            onClick={() => onDelete(patient)}
          >
            <IconTrash size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  )
}
