import { IconCalendarSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Appointment, appointmentStatuses } from '../../../../contract/front-desk/appointments.ts'
import { cancelReasonNames, cancelReasons } from '../../../../contract/front-desk/cancel-reasons.ts'
import { AnchorLink, ButtonLink } from '../../../ground/links/links.tsx'
import { useListAddress } from '../../../ground/records/list/list-address.ts'
import { NoMatch } from '../../../ground/records/list/NoMatch.tsx'
import { PeriodChip } from '../../../ground/records/list/PeriodChip.tsx'
import { PeriodPicker } from '../../../ground/records/list/PeriodPicker.tsx'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { useClockStyle, useMay } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatTime, hourWords } from '../../../ground/ui/format.ts'
import { ChoiceFilter } from '../../../ground/ui/list/ChoiceFilter.tsx'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { FilterChip } from '../../../ground/ui/list/FilterChip.tsx'
import { ListFilters } from '../../../ground/ui/list/ListFilters.tsx'
import { SearchField } from '../../../ground/ui/list/SearchField.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { ClinicChoice } from '../../../people/clinics/public.ts'
import { patientColumns } from '../../../people/patients/public.ts'
import { DoctorChoice } from '../../../people/staff/public.ts'
import { FailedMessagesLink } from '../../messages/public.ts'
import { patientAppointmentColumns } from '../history/patient-columns.tsx'
import { appointmentListQuery } from '../queries.ts'
import { statusesOf } from '../queue/queue-search.ts'
import { appointmentLooks } from '../words.ts'
import classes from './AppointmentList.module.css'
import { FigureChips } from './FigureChips.tsx'
import { appointmentsPerPage, filterOf } from './filter.ts'
import { AppointmentListSearch } from './list-search.ts'

export { FailedMessages } from '../../messages/public.ts'

const route = getRouteApi('/signed-in/shell/appointments')

const columns: readonly DataColumn<Appointment>[] = [
  ...patientColumns,
  {
    key: 'date',
    header: 'Date and time',
    cell: ({ id, date, time }) => (
      <AnchorLink to="/opd-queue" search={{ date, card: id }} className={classes.whole}>
        {formatDay(date)}, {formatTime(time)}
      </AnchorLink>
    ),
  },
  ...patientAppointmentColumns.filter(({ key }) => key !== 'date'),
]

const statusChoices = appointmentStatuses.map((status) => ({
  value: status,
  label: appointmentLooks[status].word,
}))

const filters = [
  'search',
  'from',
  'to',
  'status',
  'reason',
  'doctor',
  'clinic',
  'hour',
  'counted',
  'sessionsOf',
  'at',
] as const

/** The appointments of any days, newest first; figures link here. */
export function AppointmentList() {
  useClockStyle()
  const mayBook = useMay()('appointment.book')
  const { search, show, searchBox, isFiltered, activeFilters, clearFilters } = useListAddress(
    AppointmentListSearch.parse(route.useSearch()),
    route.useNavigate(),
    filters,
  )
  const { page = 1, from, to, reason, doctor, clinic, hour } = search
  const query = useQuery(appointmentListQuery({ ...filterOf(search), page, limit: appointmentsPerPage }))
  const list = usePageRows(query, 'The appointments could not be loaded', {
    page,
    pageSize: appointmentsPerPage,
    show,
  })
  const today = useToday()
  const [status, ...others] = statusesOf(search.status)
  const reasons = cancelReasons.filter((one) => reason?.split(',').includes(one))

  return (
    <>
      <PageHeader title="Appointments" context="All days, newest first">
        <FailedMessagesLink />
      </PageHeader>
      <RecordList
        label="Appointments, newest first"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={10}
        things="appointments"
        toolbar={
          <ListFilters
            search={
              <SearchField
                label="Search appointments by the patient’s name, MRN or date of birth"
                placeholder="Name, MRN or date of birth"
                {...searchBox}
              />
            }
            active={activeFilters}
          >
            <DoctorChoice chosen={doctor} onChange={(chosen) => show({ doctor: chosen })} />
            <ClinicChoice chosen={clinic} onChange={(chosen) => show({ clinic: chosen })} />
            <ChoiceFilter
              label="Status"
              choices={statusChoices}
              value={others.length === 0 ? status : undefined}
              onChange={(chosen) => show({ status: chosen, reason: undefined })}
            />
            <PeriodPicker
              key={`${from} ${to}`}
              period={{ from: from ?? '', to: to ?? today }}
              today={today}
              onPeriod={show}
            />
            <PeriodChip from={from} to={to} onRemove={() => show({ from: undefined, to: undefined })} />
            {others.length > 0 && status && (
              <FilterChip onRemove={() => show({ status: undefined })}>
                {[status, ...others].map((one) => appointmentLooks[one].word).join(' or ')}
              </FilterChip>
            )}
            {reasons.length > 0 && (
              <FilterChip onRemove={() => show({ reason: undefined })}>
                {reasons.map((one) => cancelReasonNames[one]).join(' or ')}
              </FilterChip>
            )}
            {hour !== undefined && (
              <FilterChip onRemove={() => show({ hour: undefined })}>
                Added to the queue {hourWords(hour)}
              </FilterChip>
            )}
            <FigureChips search={search} onRemove={show} />
          </ListFilters>
        }
        empty={
          isFiltered ? (
            <NoMatch title="No appointments match these filters" onClear={clearFilters} />
          ) : (
            <EmptyState
              title="No appointments yet"
              icon={<IconCalendarSearch size={32} stroke={1.5} />}
              action={
                mayBook && (
                  <ButtonLink to="/opd-queue/new" variant="default">
                    Schedule Appointment
                  </ButtonLink>
                )
              }
            >
              Booked appointments appear here.
            </EmptyState>
          )
        }
      />
    </>
  )
}
