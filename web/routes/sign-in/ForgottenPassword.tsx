import { Stack, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { resetMinutes } from '../../../contract/people/account-links.ts'
import { AskReset } from '../../../contract/people/sign-in.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { AccessPage } from '../../ground/sign-in/AccessPage.tsx'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { postAuth } from '../../ground/sign-in/auth.ts'
import { keptEmail } from '../../ground/sign-in/credentials.ts'
import { EnterButton, usePause } from '../../ground/sign-in/EnterButton.tsx'
import { FormErrors } from '../../ground/ui/form/FormErrors.tsx'
import { Outcome } from '../../ground/ui/page/Outcome.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'

/** Asks for a link by e-mail; where Lantern sends none, says who has one. */
export function ForgottenPassword() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const [askedFor, setAskedFor] = useState<string>()
  return (
    <AccessPage title="Forgot password?" hospitalName={site.hospitalName} foot={<BackToSignIn />}>
      {!site.sendsMail ? (
        <>
          Ask an administrator of {site.hospitalName} for a reset link. They can create one for you on the
          Staff page.
        </>
      ) : askedFor ? (
        <Outcome title="Check your e-mail">
          If {askedFor} is the confirmed e-mail of an account with a password, you’ll get a link to choose a
          new one. It works once, within {resetMinutes} minutes. At most 3 links an hour are sent: if you
          asked before, use one of those. If none arrives, ask an administrator for a reset link.
        </Outcome>
      ) : (
        <AskForLink onAsked={setAskedFor} />
      )}
    </AccessPage>
  )
}

function AskForLink({ onAsked }: { onAsked: (email: string) => void }) {
  const pause = usePause()
  const { form, summary, onSubmit, busy } = useContractForm({
    onFailure: pause.onFailure,
    schema: AskReset,
    initialValues: { email: '' },
    async send({ email }) {
      await postAuth('forgotten-password', { email: email.trim() })
      onAsked(email.trim())
    },
  })
  // Only now, and with the focus: until this moment the sign-in form was on the screen, and may be being typed into.
  const field = useRef<HTMLInputElement>(null)
  const { setFieldValue } = form
  const takeOver = useRef(() => {
    setFieldValue('email', keptEmail())
    field.current?.focus()
  })
  useLayoutEffect(() => takeOver.current(), [])

  return (
    <form onSubmit={pause.hold(onSubmit)} noValidate>
      <Stack>
        <FormErrors {...summary} />
        <TextInput
          ref={field}
          label="E-mail"
          description="We’ll send you a link to choose a new password."
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <EnterButton pause={pause} busy={busy} label="Send link" busyLabel="Sending…" fullWidth />
      </Stack>
    </form>
  )
}
