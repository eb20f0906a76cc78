import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { late } from '../../../ground/ui/lazy-component.tsx'
import { ClearFilters } from '../../../ground/ui/list/ClearFilters.tsx'
import { LateChoice } from '../../../ground/ui/list/LateChoice.tsx'
import { ListFilters } from '../../../ground/ui/list/ListFilters.tsx'
import { SearchField } from '../../../ground/ui/list/SearchField.tsx'
import { doctorChoices, doctorsQuery, everybody } from '../../../people/staff/public.ts'
import classes from './OpdQueue.module.css'
import { isFiltered, type QueueSearch, statusesOf } from './queue-search.ts'
import { StatusButton } from './StatusButton.tsx'

const StatusFilter = late(() => import('./StatusFilter.tsx'), 'StatusFilter', {
  StandIn: ({ statuses, onWanted }) => <StatusButton statuses={statuses} onClick={onWanted} />,
})

/** Search, statuses and doctor, all kept in the URL. */
export function QueueFilters({
  appointments,
  search,
  onSearch,
  onClear,
}: {
  appointments: readonly Appointment[] | undefined
  search: QueueSearch
  onSearch: (change: Partial<QueueSearch>) => void
  onClear: () => void
}) {
  const statuses = statusesOf(search.status)
  const doctors = useQuery(doctorsQuery)
  // A former doctor can still have appointments on the day.
  const options = useMemo(
    () =>
      doctorChoices(
        [...(appointments ?? []).map(({ doctor }) => doctor), ...(doctors.data ?? [])],
        search.doctor,
      ),
    [doctors.data, appointments, search.doctor],
  )

  return (
    <ListFilters active={[search.search, search.status, search.doctor].filter(Boolean).length}>
      <SearchField
        label="Search by first name, last name, MRN or date of birth"
        placeholder="Name, MRN or date of birth"
        value={search.search ?? ''}
        onChange={(text) => onSearch({ search: text || undefined })}
      />
      <StatusFilter
        statuses={statuses}
        onChange={(chosen) => onSearch({ status: chosen.join() || undefined })}
      />
      <LateChoice
        label="Filter by doctor"
        className={classes.doctor}
        choices={options}
        value={search.doctor ?? everybody}
        onChange={(value) => onSearch({ doctor: value === everybody ? undefined : value })}
      />
      {isFiltered(search) && <ClearFilters variant="subtle" px="sm" onClear={onClear} />}
    </ListFilters>
  )
}
