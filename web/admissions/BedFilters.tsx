import { Button, SegmentedControl, Select } from '@mantine/core'
import { type BedStatus, bedStatuses, wardNames, wards } from '../../contract/admissions.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { statusWord } from '../ui/StatusBadge.tsx'
import classes from './Beds.module.css'
import { type BedsSearch, isFiltered, noFilters } from './beds-search.ts'

const all = 'ALL'

/** Search, ward and status; all of it lives in the address. */
export function BedFilters({
  search,
  statuses = bedStatuses,
  onSearch,
}: {
  search: BedsSearch
  /** The states that can be told apart. */
  statuses?: readonly BedStatus[]
  onSearch: (change: Partial<BedsSearch>) => void
}) {
  return (
    <div className={classes.filters} role="search" aria-label="Beds">
      <SearchField
        label="Search for beds or patients"
        placeholder="Search for beds or patients"
        value={search.search ?? ''}
        onChange={(text) => onSearch({ search: text.trim() || undefined })}
      />
      <Select
        aria-label="Ward"
        className={classes.ward}
        data={[
          { value: all, label: 'All Wards' },
          ...wards.map((ward) => ({ value: ward, label: wardNames[ward] })),
        ]}
        value={search.ward ?? all}
        onChange={(chosen) => onSearch({ ward: wards.find((ward) => ward === chosen) })}
      />
      <SegmentedControl
        aria-label="Status"
        size="xs"
        classNames={{ root: classes.status, indicator: classes.indicator }}
        data={[
          { value: all, label: 'All' },
          ...statuses.map((status) => ({
            value: status,
            label:
              statuses.length < bedStatuses.length && status === 'AVAILABLE' ? 'Empty' : statusWord(status),
          })),
        ]}
        value={search.status && statuses.includes(search.status) ? search.status : all}
        onChange={(chosen) => onSearch({ status: bedStatuses.find((status) => status === chosen) })}
      />
      {isFiltered(search) && (
        <Button variant="subtle" px="sm" onClick={() => onSearch(noFilters)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
