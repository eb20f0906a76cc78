import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { late } from '../../../ground/ui/lazy-component.tsx'
import { ChoiceStandIn } from '../../../ground/ui/list/ChoiceStandIn.tsx'
import { ClearFilters } from '../../../ground/ui/list/ClearFilters.tsx'
import { ListFilters } from '../../../ground/ui/list/ListFilters.tsx'
import { SearchField } from '../../../ground/ui/list/SearchField.tsx'
import { LateClinicChoice } from '../../../people/clinics/public.ts'
import classes from './OpdQueue.module.css'
import { isFiltered, type QueueSearch, statusesOf } from './queue-search.ts'
import { StatusButton } from './StatusButton.tsx'

const StatusFilter = late(() => import('./StatusFilter.tsx'), 'StatusFilter', {
  StandIn: ({ statuses, onWanted }) => <StatusButton statuses={statuses} onClick={onWanted} />,
})

const DoctorFilter = late(() => import('./DoctorFilter.tsx'), 'DoctorFilter', {
  StandIn: ({ chosen, className, onWanted }) => (
    <ChoiceStandIn
      label="Filter by doctor"
      shown={chosen ? 'One doctor' : 'All doctors'}
      className={className}
      onWanted={onWanted}
    />
  ),
})

/** Search, statuses, doctor and clinic, all kept in the URL. */
export function QueueFilters({
  appointments,
  search,
  onDoctors,
  onSearch,
  onClear,
}: {
  appointments: readonly Appointment[] | undefined
  search: QueueSearch
  /** Hears whose patients the chosen clinic's are. */
  onDoctors: (doctorIds: readonly string[] | undefined) => void
  onSearch: (change: Partial<QueueSearch>) => void
  onClear: () => void
}) {
  const { hasClinics } = useSite()
  const statuses = statusesOf(search.status)
  return (
    <ListFilters active={[search.search, search.status, search.doctor, search.clinic].filter(Boolean).length}>
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
      <DoctorFilter
        appointments={appointments}
        chosen={search.doctor}
        className={classes.doctor}
        onChange={(doctor) => onSearch({ doctor })}
      />
      {(hasClinics || search.clinic) && (
        <LateClinicChoice
          chosen={search.clinic}
          onChange={(clinic) => onSearch({ clinic })}
          onDoctors={onDoctors}
          className={classes.clinic}
        />
      )}
      {isFiltered(search) && <ClearFilters variant="subtle" px="sm" onClear={onClear} />}
    </ListFilters>
  )
}
