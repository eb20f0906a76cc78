import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useContractForm } from '../client/forms.ts'
import { AnchorLink } from '../links/links.tsx'
import { FormErrors } from '../ui/form/FormErrors.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { AccessPage } from './AccessPage.tsx'
import { keepTypedEmail, SignInForm } from './credentials.ts'
import { EnterButton, usePause } from './EnterButton.tsx'
import { asksForCode, enterAccount, signIn } from './entering.ts'
import { startPath } from './guards.ts'
import { PasskeyButton } from './second-factor/PasskeyButton.tsx'
import { canUsePasskeys } from './second-factor/passkey-support.ts'

const route = getRouteApi('/sign-in')
const CodeForm = lazy(async () => ({ default: (await import('./second-factor/CodeForm.tsx')).CodeForm }))

const SignOnButton = lazy(async () => ({
  default: (await import('./sign-on/SignOnButton.tsx')).SignOnButton,
}))

interface SignInValues {
  email: string
  password: string
}

export function SignIn() {
  const { from } = route.useSearch()
  // As it was read for this screen: without a session nobody tells of changes.
  const site = route.useLoaderData()
  const router = useRouter()
  const pause = usePause()
  const [asked, ask] = useState<SignInValues>()
  const [failure, setFailure] = useState<string>()
  const password = useRef<HTMLInputElement>(null)
  const wasAsked = useRef(false)

  // Coming back from the second step, the focus goes to the password.
  useEffect(() => {
    if (wasAsked.current && !asked) password.current?.focus()
    wasAsked.current = asked !== undefined
  }, [asked])

  async function enter() {
    await enterAccount()
    router.history.push(from ?? startPath)
  }

  const { form, summary, onSubmit, busy } = useContractForm({
    onFailure: pause.onFailure,
    schema: SignInForm,
    initialValues: { email: '', password: '' },
    send: async ({ email, password }) => {
      try {
        await signIn(email.trim(), password)
      } catch (error) {
        if (asksForCode(error)) return ask({ email: email.trim(), password })
        throw error
      }
      await enter()
    },
  })

  const { email } = form.values
  useEffect(() => keepTypedEmail(email), [email])

  if (asked) {
    return (
      <AccessPage title="Two-factor authentication" hospitalName={site.hospitalName}>
        <Suspense>
          <CodeForm
            {...asked}
            onSignedIn={enter}
            way={
              <Button variant="subtle" color="gray" onClick={() => ask(undefined)}>
                Back
              </Button>
            }
          />
        </Suspense>
      </AccessPage>
    )
  }

  return (
    <AccessPage
      title="Sign in"
      hospitalName={site.hospitalName}
      intro={from ? 'Sign in to continue to the page you asked for.' : undefined}
      foot={
        <>
          No account yet?{' '}
          <AnchorLink to="/sign-up" search={{ from }}>
            Sign up
          </AnchorLink>
          <br />
          <AnchorLink to="/sign-in/forgot">Forgot password?</AnchorLink>
        </>
      }
    >
      <form onSubmit={pause.hold(onSubmit)} noValidate>
        <Stack>
          <FormErrors {...summary} />
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <PasswordField ref={password} {...form.getInputProps('password')} />
          <EnterButton pause={pause} busy={busy} label="Sign in" busyLabel="Signing in…" fullWidth />
          {canUsePasskeys() && (
            <PasskeyButton
              label="Sign in with a passkey"
              act={async () => (await import('./second-factor/passkey.ts')).signInWithPasskey()}
              onEntered={enter}
              onFailure={setFailure}
            />
          )}
        </Stack>
      </form>
      {site.signOn && <SignOnButton name={site.signOn.name} from={from} />}
    </AccessPage>
  )
}
