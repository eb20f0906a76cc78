import { Button, Checkbox, Popover, Select, Stack } from '@mantine/core'
import { IconChevronDown, IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Appointment, appointmentStatuses } from '../../../contract/appointments.ts'
import { doctorsQuery } from '../../staff/public.ts'
import { fullName } from '../../ui/format.ts'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { appointmentLooks } from '../words.ts'
import classes from './OpdQueue.module.css'
import { isFiltered, type QueueSearch, statusesOf } from './queue-search.ts'

const everybody = 'all'

/** Search, statuses and doctor; all of it lives in the address. */
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
  // Somebody who is no doctor any more can still have appointments on the day.
  const options = useMemo(() => {
    const known = [...(doctors.data ?? []), ...(appointments ?? []).map(({ doctor }) => doctor)]
    const names = new Map(known.map((doctor) => [doctor.id, fullName(doctor)]))
    return [
      { value: everybody, label: 'All doctors' },
      ...[...names]
        .map(([value, label]) => ({ value, label }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    ]
  }, [doctors.data, appointments])

  return (
    <>
      <SearchField
        label="Search by first name, last name or MRN"
        placeholder="Search by name or MRN"
        value={search.search ?? ''}
        onChange={(text) => onSearch({ search: text || undefined })}
      />
      <Popover position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            className={classes.status}
            data-filter
            leftSection={<IconFilter size={16} aria-hidden="true" />}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            Status: {statusWords(statuses)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filter by status">
          <Checkbox.Group
            aria-label="Status"
            value={statuses}
            onChange={(chosen) => onSearch({ status: chosen.join() || undefined })}
          >
            <Stack gap="xs">
              {appointmentStatuses.map((status) => (
                <Checkbox key={status} value={status} label={appointmentLooks[status].word} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Popover.Dropdown>
      </Popover>
      <Select
        aria-label="Filter by doctor"
        className={classes.doctor}
        searchable
        data={options}
        value={
          options.some(({ value }) => value === search.doctor) ? (search.doctor ?? everybody) : everybody
        }
        onChange={(value) => onSearch({ doctor: value && value !== everybody ? value : undefined })}
      />
      {isFiltered(search) && (
        <Button variant="subtle" px="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </>
  )
}

function statusWords(statuses: ReturnType<typeof statusesOf>): string {
  const [first] = statuses
  if (!first) return 'All'
  return statuses.length > 2
    ? `${statuses.length} of ${appointmentStatuses.length}`
    : statuses.map((status) => appointmentLooks[status].word).join(', ')
}
