import { Title } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import type { Bed } from '../../../../contract/wards/beds.ts'
import { type BedStatus, bedStatuses } from '../../../../contract/wards/wards.ts'
import { useMe } from '../../../ground/sign-in/account.ts'
import { countOf, formatNumber } from '../../../ground/ui/format.ts'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import { ClearFilters } from '../../../ground/ui/list/ClearFilters.tsx'
import { FilterChip } from '../../../ground/ui/list/FilterChip.tsx'
import { LateChoice } from '../../../ground/ui/list/LateChoice.tsx'
import { SearchField } from '../../../ground/ui/list/SearchField.tsx'
import { usePhone } from '../../../ground/ui/use-phone.ts'
import { useWardChoice } from '../units.ts'
import { bedLooks } from '../words.ts'
import classes from './Beds.module.css'
import { type BedsSearch, isFiltered, noFilters } from './beds-search.ts'

const all = 'ALL'
const pastStatuses: readonly BedStatus[] = ['AVAILABLE', 'OCCUPIED']

/** The title of the board, and how many beds the filters beside it leave. */
export function BoardTitle({ count }: { count: number | undefined }) {
  return (
    <div className={classes.title}>
      <Title order={2}>Bed Overview</Title>
      {count !== undefined && <span className={classes.found}>{countOf(count, 'bed')}</span>}
    </div>
  )
}

/** Search, ward and status, all kept in the URL. */
export function BedFilters({
  search,
  isPast = false,
  beds,
  children,
  onSearch,
}: {
  search: BedsSearch
  /** For a past moment only this is known: occupied, or not. */
  isPast?: boolean
  /** Every bed of the hospital, where the statuses say how many they are; null while they load. */
  beds?: readonly Bed[] | null | undefined
  /** A choice beside the ward. */
  children?: ReactNode
  onSearch: (change: Partial<BedsSearch>) => void
}) {
  const me = useMe()
  const isPhone = usePhone()
  const statuses = isPast ? pastStatuses : bedStatuses
  const figureOf = (status?: BedStatus) =>
    beds === undefined
      ? undefined
      : beds === null
        ? '\u00a0'
        : formatNumber(status ? beds.filter((bed) => bed.status === status).length : beds.length)
  return (
    <div className={classes.filters} role="search" aria-label="Beds">
      <div className={classes.search}>
        <SearchField
          label="Search for beds or patients"
          placeholder="Search for beds or patients"
          pause={0}
          value={search.search ?? ''}
          onChange={(text) => onSearch({ search: text || undefined })}
        />
      </div>
      <WardFilter ward={search.ward} unit={search.unit} onSearch={onSearch} />
      {children}
      <ChoiceBar
        label="Status"
        fill={isPhone}
        choices={[
          { value: all, label: 'All', figure: figureOf() },
          ...statuses.map((status) => ({
            value: status,
            figure: figureOf(status),
            label: isPast && status === 'AVAILABLE' ? 'Empty' : bedLooks[status].word,
          })),
        ]}
        value={search.status && statuses.includes(search.status) ? search.status : all}
        onChange={(chosen) => onSearch({ status: bedStatuses.find((status) => status === chosen) })}
      />
      {search.doctor && !isPast && (
        <FilterChip onRemove={() => onSearch({ doctor: undefined })}>
          {search.doctor === me.id ? 'My inpatients' : 'One doctor’s inpatients'}
        </FilterChip>
      )}
      {search.leaving && !isPast && (
        <FilterChip onRemove={() => onSearch({ leaving: undefined })}>Expected to leave by today</FilterChip>
      )}
      {isFiltered(search) && <ClearFilters variant="subtle" px="sm" onClear={() => onSearch(noFilters)} />}
    </div>
  )
}

/** Drawn again only when the ward is another: the others of the filters change at each key. */
const WardFilter = memo(function WardFilter({
  ward,
  unit,
  onSearch,
}: {
  ward: BedsSearch['ward']
  unit: BedsSearch['unit']
  onSearch: (change: Partial<BedsSearch>) => void
}) {
  return <LateChoice className={classes.ward} {...useWardChoice({ ward, unit }, onSearch)} />
})
