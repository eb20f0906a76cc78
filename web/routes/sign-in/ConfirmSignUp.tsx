import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { ConfirmSignUp as Confirmation } from '../../../contract/people/sign-in.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { useLinkToken } from '../../ground/links/opened-link.ts'
import { AccessPage } from '../../ground/sign-in/AccessPage.tsx'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { EnterButton, usePause } from '../../ground/sign-in/EnterButton.tsx'
import { confirmSignUp, enterAccount } from '../../ground/sign-in/entering.ts'
import { startPath } from '../../ground/sign-in/guards.ts'
import { SignOutFirst } from '../../ground/sign-in/SignOut.tsx'
import { FormErrors } from '../../ground/ui/form/FormErrors.tsx'
import { PasswordField } from '../../ground/ui/form/PasswordField.tsx'
import { Outcome } from '../../ground/ui/page/Outcome.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'

const route = getRouteApi('/sign-up/confirm')

/** The page of the link that confirms a sign-up. The password that was chosen then makes the account. */
export function ConfirmSignUp() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { isOccupied } = route.useLoaderData()
  const token = useLinkToken()
  if (isOccupied) return <SignOutFirst hospitalName={site.hospitalName} todo="finish signing up" />
  return (
    <AccessPage title="Finish signing up" hospitalName={site.hospitalName} foot={<BackToSignIn />}>
      {token ? (
        <PasswordForm key={token} token={token} />
      ) : (
        <Outcome title="This link is incomplete" color="amber">
          Copy the whole link into the address bar, or <AnchorLink to="/sign-up">sign up again</AnchorLink>.
        </Outcome>
      )}
    </AccessPage>
  )
}

function PasswordForm({ token }: { token: string }) {
  const router = useRouter()
  const pause = usePause()
  const { form, summary, onSubmit, busy } = useContractForm({
    onFailure: pause.onFailure,
    schema: Confirmation,
    initialValues: { token, password: '' },
    async send({ password }) {
      await confirmSignUp(token, password)
      await enterAccount()
      router.history.push(startPath)
    },
  })
  return (
    <form onSubmit={pause.hold(onSubmit)} noValidate>
      <Stack>
        <FormErrors {...summary} />
        <PasswordField
          description="The password that you chose when you signed up."
          {...form.getInputProps('password')}
        />
        <EnterButton
          pause={pause}
          busy={busy}
          label="Create account"
          busyLabel="Creating account…"
          fullWidth
        />
      </Stack>
    </form>
  )
}
