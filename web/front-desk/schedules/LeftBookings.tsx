import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PracticeSession } from '../../../contract/front-desk/schedules.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { countOf } from '../../ground/ui/format.ts'
import { outsideQuery } from './outside.ts'
import classes from './Schedules.module.css'

/** Leads to bookings of doctors whose sessions have all ended, as before a clinic closes: no week of theirs shows them. */
export function LeftBookings({ sessions }: { sessions: readonly PracticeSession[] }) {
  const counts = useQuery(outsideQuery).data ?? []
  const left = counts
    .filter(({ doctorId }) => sessions.every((session) => session.doctorId !== doctorId))
    .reduce((sum, { outside }) => sum + outside, 0)
  if (left === 0) return null
  return (
    <p className={classes.outside}>
      <IconAlertTriangle size={18} aria-hidden="true" />
      <span>
        {countOf(left, 'booking')} {left === 1 ? 'was' : 'were'} made in sessions that have ended.{' '}
        <AnchorLink to="/absences/outside">Decide where {left === 1 ? 'it goes' : 'they go'}</AnchorLink>
      </span>
    </p>
  )
}
