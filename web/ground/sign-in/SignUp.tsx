import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { confirmHours } from '../../../contract/people/account-links.ts'
import { wordsOfRole } from '../../../contract/people/role-names.ts'
import { useContractForm } from '../client/forms.ts'
import { AnchorLink } from '../links/links.tsx'
import { useOpenedLink } from '../links/opened-link.ts'
import { FormErrors } from '../ui/form/FormErrors.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { Outcome } from '../ui/page/Outcome.tsx'
import { FieldGrid } from '../ui/page/Section.tsx'
import { AccessPage } from './AccessPage.tsx'
import { siteQuery } from './account.ts'
import { SignUpForm, shortestPassword } from './credentials.ts'
import { EnterButton, usePause } from './EnterButton.tsx'
import { enterAccount, signUp } from './entering.ts'
import { startPath } from './guards.ts'
import type { InvitedTo } from './invited.ts'
import { SignOutFirst } from './SignOut.tsx'

const route = getRouteApi('/sign-up')

function introOf(invitation: InvitedTo): string {
  if (invitation.state !== 'open') return 'Create an account. An administrator will assign your role.'
  const titles = invitation.offeredRoles.map((name) => wordsOfRole(name, invitation.ownRoles).title)
  return `Create an account. You are invited to work as ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(titles)}.`
}

export function SignUp() {
  const { invitation } = route.useLoaderData()
  const router = useRouter()
  useOpenedLink(() => void router.invalidate())
  // Another invitation begins another form, with the name that it was made for.
  return (
    <Account
      key={invitation.state === 'open' ? invitation.token : invitation.state}
      invitation={invitation}
    />
  )
}

function Account({ invitation }: { invitation: InvitedTo }) {
  const { from } = route.useSearch()
  const { data: site } = useSuspenseQuery(siteQuery)
  const router = useRouter()
  const invited = invitation.state === 'open' ? invitation : undefined
  const pause = usePause()
  const [askedFor, setAskedFor] = useState<string>()
  const emailField = useRef<HTMLInputElement>(null)
  const wasAsked = useRef(false)
  // Back from the page about the e-mail: its button, which had the focus, is gone.
  useEffect(() => {
    if (wasAsked.current && !askedFor) emailField.current?.focus()
    wasAsked.current = askedFor !== undefined
  }, [askedFor])
  const { form, summary, onSubmit, busy } = useContractForm({
    onFailure: pause.onFailure,
    schema: SignUpForm,
    initialValues: {
      firstName: invited?.firstName ?? '',
      lastName: invited?.lastName ?? '',
      email: invited?.email ?? '',
      password: '',
    },
    send: async ({ firstName, lastName, email, password }) => {
      const outcome = await signUp({
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        email: email.trim(),
        password,
        invitation: invited?.token,
      })
      if (outcome === 'asked') return setAskedFor(email.trim())
      await enterAccount()
      router.history.push(from ?? startPath)
    },
  })

  if (invitation.state === 'occupied')
    return <SignOutFirst hospitalName={site.hospitalName} todo="use this invitation" />
  if (site.invitationOnly && !site.awaitsFirstAccount && invitation.state !== 'open')
    return <Uninvited hospitalName={site.hospitalName} isClosed={invitation.state === 'closed'} />
  return (
    <AccessPage
      title="Sign up"
      hospitalName={site.hospitalName}
      intro={site.awaitsFirstAccount || askedFor ? undefined : introOf(invitation)}
      foot={
        <>
          Have an account?{' '}
          <AnchorLink to="/sign-in" search={{ from }}>
            Sign in
          </AnchorLink>
        </>
      }
    >
      {askedFor ? (
        <Asked email={askedFor} onBack={() => setAskedFor(undefined)} />
      ) : (
        <form onSubmit={pause.hold(onSubmit)} noValidate>
          <Stack>
            {site.awaitsFirstAccount && (
              <Alert color="ink" title="You’re setting up Lantern">
                This first account will be the administrator.
              </Alert>
            )}
            {invitation.state === 'closed' && (
              <Alert color="amber" title="This invitation can’t be used any more">
                Ask an administrator for another link, or sign up without one.
              </Alert>
            )}
            <FormErrors {...summary} />
            <FieldGrid>
              <TextInput
                label="First name"
                autoComplete="given-name"
                required
                withAsterisk={false}
                {...form.getInputProps('firstName')}
              />
              <TextInput
                label="Last name"
                autoComplete="family-name"
                required
                withAsterisk={false}
                {...form.getInputProps('lastName')}
              />
            </FieldGrid>
            <TextInput
              ref={emailField}
              label="E-mail"
              type="email"
              autoComplete="email"
              required
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <PasswordField
              isNew
              description={`At least ${shortestPassword} characters; use a passphrase you can remember. Common passwords are refused.`}
              {...form.getInputProps('password')}
            />
            <EnterButton pause={pause} busy={busy} label="Sign up" busyLabel="Signing up…" fullWidth />
          </Stack>
        </form>
      )}
    </AccessPage>
  )
}

/** Looks alike whether the address has an account or not: only the e-mail says so. */
function Asked({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <Stack>
      <Outcome title="Check your e-mail">
        We sent an e-mail to {email}. Open its link within {confirmHours} hours, and enter the password that
        you just chose. If none arrives, check your spam folder and the address. At most 5 e-mails a day are
        sent to one address. An administrator can also invite you.
      </Outcome>
      <Button variant="default" onClick={onBack}>
        Change details
      </Button>
    </Stack>
  )
}

/** Shown in place of the form where only an invitation lets someone sign up. */
function Uninvited({ hospitalName, isClosed }: { hospitalName: string; isClosed: boolean }) {
  return (
    <AccessPage
      title="Sign up by invitation"
      hospitalName={hospitalName}
      intro={
        isClosed
          ? 'This invitation can’t be used any more. Ask an administrator for another.'
          : 'You need an invitation to sign up here. Ask an administrator for one, and open its link.'
      }
      foot={
        <>
          Have an account? <AnchorLink to="/sign-in">Sign in</AnchorLink>
        </>
      }
    />
  )
}
