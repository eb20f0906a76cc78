import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo } from 'react'
import type { BedAt } from '../../../../contract/wards/beds.ts'
import { StatCardLink } from '../../../ground/links/StatCardLink.tsx'
import { NoMatch } from '../../../ground/records/list/NoMatch.tsx'
import { useClockStyle, useSite } from '../../../ground/sign-in/account.ts'
import { formatDay, formatMoment, formatNumber, formatTime } from '../../../ground/ui/format.ts'
import { momentAt } from '../../../ground/ui/hospital-moment.ts'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { Allergies } from '../../../people/patients/public.ts'
import cards from '../board/BedCard.module.css'
import { AgeAndGender, BedPatient } from '../board/BedCard.tsx'
import { BedFilters, BoardTitle } from '../board/BedFilters.tsx'
import classes from '../board/Beds.module.css'
import { type BedsSearch, noFilters } from '../board/beds-search.ts'
import { filterBeds } from '../board/shown-beds.ts'
import { occupiedWords, WardGrid, WardGridLoading } from '../board/WardGrid.tsx'
import { bedsAtQuery } from '../queries.ts'
import { bedLooks } from '../words.ts'

/** The beds and their patients at a past moment, read-only. */
export function PastBoard({
  at,
  search,
  onSearch,
}: {
  /** yyyy-mm-ddThh:mm by the hospital's clock. */
  at: string
  search: BedsSearch
  onSearch: (change: Partial<BedsSearch>) => void
}) {
  const { timeZone } = useSite()
  const day = at.slice(0, 10)
  const time = at.slice(11)
  const query = useQuery(bedsAtQuery(momentAt(day, time, timeZone)))
  const beds = query.data
  const { search: text, ward, unit, status } = search
  const shown = useMemo(
    () => beds && filterBeds(beds, { search: text, ward, unit, status, doctor: undefined }),
    [beds, text, ward, unit, status],
  )
  const occupied = beds?.filter(({ patient }) => patient !== null).length ?? 0
  const words = `${formatDay(day)}, ${formatTime(time)}`
  const card = useCallback(
    (bed: BedAt) => <PastCard bed={bed} day={at.slice(0, 10)} timeZone={timeZone} />,
    [at, timeZone],
  )
  const isMissing = Boolean(query.error && !beds)

  return (
    <>
      <div className={classes.past} role="status">
        <p>
          <IconHistory size={18} aria-hidden="true" />
          Showing beds at {words}
        </p>
        <Button size="compact-sm" variant="default" onClick={() => onSearch({ at: undefined })}>
          Return to live view
        </Button>
      </div>
      <div className={classes.figures}>
        <div className={classes.strip}>
          <StatCardLink
            to="/beds"
            search={{ at }}
            label="Total Beds"
            figure={beds && formatNumber(beds.length)}
            note="In service at that time"
            isMissing={isMissing}
          />
          <StatCardLink
            to="/beds"
            search={{ at, status: 'OCCUPIED' }}
            label="Occupied Beds"
            figure={beds && formatNumber(occupied)}
            note={beds?.length ? `${Math.round((occupied / beds.length) * 100)}% occupancy` : undefined}
            isMissing={isMissing}
          />
          <StatCardLink
            to="/beds"
            search={{ at, status: 'AVAILABLE' }}
            label="Empty Beds"
            figure={beds && formatNumber(beds.length - occupied)}
            note="Unoccupied"
            isMissing={isMissing}
          />
        </div>
      </div>
      <div className={classes.bar}>
        <BoardTitle count={shown?.length} />
        <BedFilters search={search} isPast onSearch={onSearch} />
      </div>
      <section className={classes.section}>
        {isMissing ? (
          <Section>
            <ErrorState
              title={`The beds of ${words} could not be loaded`}
              error={query.error}
              onRetry={() => query.refetch()}
              retrying={query.isFetching}
            />
          </Section>
        ) : !beds || !shown ? (
          <WardGridLoading />
        ) : shown.length === 0 ? (
          <Section>
            {beds.length === 0 ? (
              <EmptyState title="No beds at that time">
                On {words} the hospital had no beds yet. Choose a later date.
              </EmptyState>
            ) : (
              <NoMatch title="No bed matches" onClear={() => onSearch(noFilters)}>
                No matching patient at that time.
              </NoMatch>
            )}
          </Section>
        ) : (
          <WardGrid beds={shown} all={beds} idOf={idOf} card={card} counts={wardCounts} />
        )}
      </section>
    </>
  )
}

function idOf({ bedId }: BedAt): string {
  return bedId
}

function wardCounts(beds: readonly BedAt[]): string {
  return occupiedWords(beds.filter(({ patient }) => patient).length, beds.length)
}

const PastCard = memo(function PastCard({
  bed,
  day,
  timeZone,
}: {
  bed: BedAt
  day: string
  timeZone: string
}) {
  useClockStyle()
  const { patient } = bed
  return (
    <article
      className={cards.card}
      aria-label={`Bed ${bed.bedNumber}`}
      data-status={patient ? 'OCCUPIED' : 'AVAILABLE'}
    >
      <div className={cards.head}>
        <strong className={cards.number}>{bed.bedNumber}</strong>{' '}
        {patient && (
          <>
            <span className="sr-only">{bedLooks.OCCUPIED.word} </span>
            <AgeAndGender of={patient} on={day} />
          </>
        )}
      </div>
      {patient ? (
        <>
          <BedPatient patient={patient} />
          <div className={cards.marks}>
            <Allergies of={patient} isMark />
          </div>
          <div className={cards.quietText}>From {bed.from && formatMoment(bed.from, timeZone)}</div>
          <div className={cards.quietText}>
            {bed.until ? `Until ${formatMoment(bed.until, timeZone)}` : 'Current'}
          </div>
        </>
      ) : (
        <div className={cards.quietText}>Unoccupied</div>
      )}
    </article>
  )
})
