import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BackLink } from '../../ground/links/links.tsx'
import { useClockStyle } from '../../ground/sign-in/account.ts'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { DoctorChoice } from '../../people/staff/public.ts'
import { outsideHoursQuery } from './queries.ts'
import { Worklist } from './Worklist.tsx'

const route = getRouteApi('/signed-in/shell/absences/outside')

/** Bookings that have no place in the hours of their doctors: made before the hours, or before those changed. */
export function OutsideHours() {
  useClockStyle()
  const { doctorId } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(outsideHoursQuery(doctorId))
  return (
    <>
      <PageHeader
        title="Bookings Outside Hours"
        context="Booked before the doctor’s hours were set or changed"
        back={<BackLink to="/schedules">Doctors’ Hours</BackLink>}
      >
        <DoctorChoice
          chosen={doctorId}
          onChange={(chosen) => void navigate({ search: { doctorId: chosen }, replace: true })}
        />
      </PageHeader>
      <Worklist
        key={doctorId ?? 'all'}
        query={query}
        draftKey={`outside:${doctorId ?? 'all'}`}
        title="Bookings to Decide"
        none="Every booking is in its doctor’s hours."
      />
    </>
  )
}
