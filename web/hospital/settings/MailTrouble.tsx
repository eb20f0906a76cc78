import { Alert } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../ground/links/links.tsx'
import { useSite } from '../../ground/sign-in/account.ts'
import { countOf, formatMoment } from '../../ground/ui/format.ts'
import { mailStateQuery } from './queries.ts'

/** Tells administrators that e-mails wait: the recipients wait as well, and nobody else notices. */
export function MailTrouble({ maw }: { maw?: number }) {
  const { sendsMail, timeZone } = useSite()
  const { data } = useQuery({ ...mailStateQuery, enabled: sendsMail })
  if (!data?.since) return null
  return (
    <Alert
      color="amber"
      role="alert"
      mb="md"
      maw={maw}
      icon={<IconMailExclamation aria-hidden="true" />}
      title={`E-mail has not been sent since ${formatMoment(data.since, timeZone)}`}
    >
      {countOf(data.waiting, 'e-mail')} could not be sent: the mail server can’t be reached, or refuses them.
      Lantern tries again for a day. Until it works, give colleagues a reset link on the{' '}
      <AnchorLink to="/staff" inherit>
        Staff page
      </AnchorLink>
      . Tell your IT support: the server’s own log says why.
    </Alert>
  )
}
