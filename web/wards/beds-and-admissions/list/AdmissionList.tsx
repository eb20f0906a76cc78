import { IconBed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readmittedWithin } from '../../../../contract/wards/admissions.ts'
import { wardNames } from '../../../../contract/wards/wards.ts'
import { useListAddress } from '../../../ground/records/list/list-address.ts'
import { NoMatch } from '../../../ground/records/list/NoMatch.tsx'
import { PeriodChip } from '../../../ground/records/list/PeriodChip.tsx'
import { PeriodPicker } from '../../../ground/records/list/PeriodPicker.tsx'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import { FilterChip } from '../../../ground/ui/list/FilterChip.tsx'
import { ListFilters } from '../../../ground/ui/list/ListFilters.tsx'
import { SearchField } from '../../../ground/ui/list/SearchField.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { patientColumns } from '../../../people/patients/public.ts'
import { DoctorChoice } from '../../../people/staff/public.ts'
import { admissionColumns } from '../history/admission-columns.tsx'
import { admissionListQuery } from '../queries.ts'
import { admissionsPerPage, filterOf } from './list-search.ts'

const route = getRouteApi('/signed-in/shell/admissions')

const kinds = [
  { value: 'admissions', label: 'Admissions' },
  { value: 'discharges', label: 'Discharges' },
] as const

const filters = ['search', 'from', 'to', 'of', 'ward', 'doctor', 'readmissions'] as const

/** Admissions or discharges of any days, newest first: what a figure counts leads here. */
export function AdmissionList() {
  const { search, show, searchBox, isFiltered, activeFilters, clearFilters } = useListAddress(
    route.useSearch(),
    route.useNavigate(),
    filters,
  )
  const { page = 1, from, to, of, ward, doctor, readmissions } = search
  const today = useToday()
  const query = useQuery(admissionListQuery({ ...filterOf(search), page, limit: admissionsPerPage }))
  const things = of ?? 'admissions'
  const list = usePageRows(query, `The ${things} could not be loaded`, {
    page,
    pageSize: admissionsPerPage,
    show,
  })
  const { timeZone } = useSite()
  const mayChooseDoctor = useMay()('doctor.view')
  const columns = useMemo(
    () => [...patientColumns, ...admissionColumns(timeZone).map((column) => ({ ...column, primary: false }))],
    [timeZone],
  )

  return (
    <>
      <PageHeader title="Admissions and Discharges" context="All days, newest first" />
      <RecordList
        label={`${of ? 'Discharges' : 'Admissions'}, newest first`}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={10}
        things={things}
        toolbar={
          <ListFilters
            search={
              <SearchField
                label="Search admissions by the patient’s name, MRN or date of birth"
                placeholder="Name, MRN or date of birth"
                {...searchBox}
              />
            }
            active={activeFilters}
          >
            <ChoiceBar
              label="List"
              choices={kinds}
              value={things}
              onChange={(chosen) =>
                show({ of: chosen === 'discharges' ? chosen : undefined, readmissions: undefined })
              }
            />
            {mayChooseDoctor ? (
              <DoctorChoice chosen={doctor} onChange={(chosen) => show({ doctor: chosen })} />
            ) : (
              doctor && (
                <FilterChip onRemove={() => show({ doctor: undefined })}>One doctor’s inpatients</FilterChip>
              )
            )}
            <PeriodPicker
              key={`${from} ${to}`}
              period={{ from: from ?? '', to: to ?? today }}
              today={today}
              onPeriod={show}
            />
            <PeriodChip from={from} to={to} onRemove={() => show({ from: undefined, to: undefined })} />
            {ward && (
              <FilterChip onRemove={() => show({ ward: undefined })}>
                {of ? 'From' : 'To'} {wardNames[ward]}
              </FilterChip>
            )}
            {readmissions && (
              <FilterChip onRemove={() => show({ readmissions: undefined })}>
                Readmitted within {readmittedWithin} days
              </FilterChip>
            )}
          </ListFilters>
        }
        empty={
          isFiltered ? (
            <NoMatch title={`No ${things} match these filters`} onClear={clearFilters} />
          ) : (
            <EmptyState title="No admissions yet" icon={<IconBed size={32} stroke={1.5} />}>
              Admissions appear here.
            </EmptyState>
          )
        }
      />
    </>
  )
}
