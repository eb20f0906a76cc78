import { useQuery } from '@tanstack/react-query'
import { doctorName } from '../../../contract/people/staff.ts'
import { dayOfSessionsQuery } from '../../front-desk/schedules/public.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { countOf } from '../../ground/ui/format.ts'

/** How many of today's sessions are held, and which doctors are away. */
export function ClinicsToday() {
  const { data } = useQuery(dayOfSessionsQuery(useToday()))
  if (!data) return null
  const { sessions } = data
  const held = sessions.filter(({ away }) => away === null).length
  const away = new Set(
    sessions.flatMap(({ away: why, doctor }) => (why === null ? [] : [doctorName(doctor)])),
  )
  const words =
    sessions.length === 0
      ? 'no sessions'
      : held === sessions.length
        ? countOf(held, 'session')
        : `${held} of ${countOf(sessions.length, 'session')} held; ${[...away].join(', ')} away`
  return (
    <>
      Clinics today:{' '}
      <AnchorLink to="/calendar" inherit>
        {words}
      </AnchorLink>
    </>
  )
}
