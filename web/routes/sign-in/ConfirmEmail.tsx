import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useLinkToken } from '../../ground/links/opened-link.ts'
import { AccessPage } from '../../ground/sign-in/AccessPage.tsx'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { postAuth } from '../../ground/sign-in/auth.ts'
import { Outcome } from '../../ground/ui/page/Outcome.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'

/** The page of a link that confirms an e-mail address. It needs a press, because mail servers open links too. */
export function ConfirmEmail() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const token = useLinkToken()
  return (
    <AccessPage title="Confirm your e-mail address" hospitalName={site.hospitalName} foot={<BackToSignIn />}>
      {token ? (
        <Confirmation key={token} token={token} />
      ) : (
        <Outcome title="This link is incomplete" color="amber">
          Copy the whole link into the address bar, or sign in and have another sent from Settings.
        </Outcome>
      )}
    </AccessPage>
  )
}

function Confirmation({ token }: { token: string }) {
  const confirm = useMutation({ mutationFn: () => postAuth('confirmed-email', { token }) })
  if (confirm.isSuccess) return <Outcome title="E-mail address confirmed">You can close this page.</Outcome>
  return (
    <Stack>
      {confirm.error && (
        <Alert color="red" role="alert">
          {confirm.error.message}
        </Alert>
      )}
      <Button fullWidth onClick={() => confirm.mutate()} aria-busy={confirm.isPending}>
        {confirm.isPending ? 'Confirming…' : 'Confirm e-mail address'}
      </Button>
    </Stack>
  )
}
