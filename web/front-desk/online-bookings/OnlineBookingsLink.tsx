import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ground/links/links.tsx'
import { useMay, useSite } from '../../ground/sign-in/account.ts'
import { formatNumber } from '../../ground/ui/format.ts'
import { onlineBookingsQuery } from './queries.ts'

/** A link to the bookings from home, in hospitals that take them. */
export function OnlineBookingsLink() {
  const { booksFromHome } = useSite()
  const isShown = useMay()('appointment.book') && booksFromHome
  const { data } = useQuery({ ...onlineBookingsQuery({ limit: 1 }), enabled: isShown })
  if (!isShown) return null
  return (
    <ButtonLink to="/online-bookings" variant="default">
      Online Bookings{data && data.total > 0 && ` (${formatNumber(data.total)})`}
    </ButtonLink>
  )
}
