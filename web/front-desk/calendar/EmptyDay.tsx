import { IconBulb, IconCalendarX, IconConfetti } from '@tabler/icons-react'
import { ButtonLink } from '../../ground/links/links.tsx'
import { useMay } from '../../ground/sign-in/account.ts'
import { formatWeekday } from '../../ground/ui/format.ts'
import { ClearFilters } from '../../ground/ui/list/ClearFilters.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import classes from './Calendar.module.css'

/** Why a day has no columns: filters, a holiday, no sessions on it, or none in the hospital. */
export function EmptyDay({
  day,
  hasSchedules,
  holiday,
  isFiltered,
  onClear,
}: {
  day: string
  hasSchedules: boolean
  /** The reason of a holiday in all clinics. */
  holiday: string | undefined
  isFiltered: boolean
  onClear: () => void
}) {
  const mayEdit = useMay()('schedule.edit')
  if (isFiltered) {
    return (
      <EmptyState
        title="No doctors match these filters"
        icon={<IconCalendarX size={32} stroke={1.5} />}
        action={<ClearFilters variant="default" onClear={onClear} />}
      />
    )
  }
  if (holiday !== undefined) {
    return (
      <EmptyState title={`Public holiday: ${holiday}`} icon={<IconConfetti size={32} stroke={1.5} />}>
        No sessions and no bookings on {formatWeekday(day)}.
      </EmptyState>
    )
  }
  if (!hasSchedules) {
    return (
      <EmptyState
        title="No bookings on this day"
        icon={<IconCalendarX size={32} stroke={1.5} />}
        action={
          mayEdit && (
            <ButtonLink to="/schedules" variant="default">
              Set up hours
            </ButtonLink>
          )
        }
      >
        Free times appear here once doctors have hours.
        {!mayEdit && ' An administrator can set them up.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No sessions on this day" icon={<IconCalendarX size={32} stroke={1.5} />}>
      No doctor has a session or a booking on {formatWeekday(day)}.
    </EmptyState>
  )
}

/** Above the bookings of a hospital whose doctors have no hours. */
export function NoHours() {
  const mayEdit = useMay()('schedule.edit')
  return (
    <div className={classes.note}>
      <IconBulb size={16} aria-hidden="true" />
      <span>Only bookings are shown. Free times appear once doctors have hours.</span>
      {mayEdit && (
        <ButtonLink to="/schedules" variant="default">
          Set up hours
        </ButtonLink>
      )}
    </div>
  )
}
