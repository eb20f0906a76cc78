import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ground/links/links.tsx'
import { useMay, useSite } from '../../ground/sign-in/account.ts'
import { formatNumber } from '../../ground/ui/format.ts'
import { messageCountsQuery } from './queries.ts'

/** Leads the desk to the messages that could not be sent; nothing where the hospital sends none. */
export function FailedMessagesLink() {
  const { messages } = useSite()
  const isShown = useMay()('appointment.reschedule') && messages.isOn
  const { data } = useQuery({ ...messageCountsQuery, enabled: isShown })
  if (!isShown) return null
  return (
    <ButtonLink to="/messages" variant="default">
      Messages Not Sent{data && data.failed > 0 && ` (${formatNumber(data.failed)})`}
    </ButtonLink>
  )
}
