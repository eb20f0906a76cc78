import { Alert, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { askConfirmation } from '../../../contract/people/account-links.ts'
import { api } from '../../ground/client/api.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { useMe, useSite } from '../../ground/sign-in/account.ts'
import { toast } from '../../ground/ui/toast.tsx'

/** Where Lantern sends mail and nobody has shown yet that this address is theirs: a link that does. */
export function ConfirmAddress() {
  const me = useMe()
  const { sendsMail } = useSite()
  const ask = useMutation({
    mutationFn: () => api(askConfirmation, { body: { email: me.email } }),
    onSuccess: ({ isOnItsWay }) =>
      isOnItsWay
        ? toast.success(`A confirmation link is on its way to ${me.email}`)
        : toast.error('No link was sent: the hourly limit was reached. Check your spam folder.'),
    onError: (error) => toast.error(refusedAct(error, 'No link was sent')),
  })
  if (!sendsMail || me.emailVerified) return null
  return (
    <Alert color="amber" title="This e-mail address is not confirmed">
      <Group justify="space-between">
        Password reset links can’t be sent to it until it is confirmed.
        <Button variant="default" aria-busy={ask.isPending} onClick={() => ask.mutate()}>
          Send Confirmation Link
        </Button>
      </Group>
    </Alert>
  )
}
