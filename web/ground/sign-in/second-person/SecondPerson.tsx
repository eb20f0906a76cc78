import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod'
import { countersignatureErrors } from '../../../../contract/people/countersignature-errors.ts'
import {
  type Countersignature,
  countersignedForMinutes,
} from '../../../../contract/people/countersignatures.ts'
import { ApiError } from '../../client/api.ts'
import { hospitalNow } from '../../client/clock.ts'
import { useContractForm } from '../../client/forms.ts'
import { AboutBox } from '../../ui/AboutBox.tsx'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ui/dialog/DialogFrame.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { postAuth } from '../auth.ts'
import { SignInForm } from '../credentials.ts'
import { usePause } from '../EnterButton.tsx'
import { PasskeyButton } from '../second-factor/PasskeyButton.tsx'
import { countersignWithPasskey } from '../second-factor/passkey.ts'
import { canUsePasskeys } from '../second-factor/passkey-support.ts'
import type { Waiting } from './waiting.ts'

const Proof = SignInForm.extend({ code: z.string().trim() })
const again: readonly string[] = countersignatureErrors

/** Asks the colleague who countersigns an act for the password or the passkey that they sign in with. */
export function SecondPerson({
  about,
  waiting,
  onCancel,
}: {
  about?: ReactNode
  waiting: Waiting
  onCancel: () => void
}) {
  const { act, send, onRefused } = waiting
  const [words, setWords] = useState(waiting.words)
  const [signed, setSigned] = useState<Countersignature>()
  const [isCodeAsked, askCode] = useState(false)
  const [hasRunOut, setRunOut] = useState(false)
  // An answer was lost: the act may have been saved, and the server answers only the same countersignature again.
  const [isUncertain, setUncertain] = useState(false)
  const [failure, setFailure] = useState<string>()
  const pause = usePause()

  /** @throws ApiError where the second person can do something about it */
  async function finish(countersignature?: Countersignature) {
    setRunOut(false)
    form.setFieldValue('password', '')
    form.setFieldValue('code', '')
    try {
      await send(countersignature?.id)
    } catch (error) {
      if (!(error instanceof ApiError)) return onRefused(error)
      const { code, act: newWords } = error.problem
      if (countersignature && (error.status === 0 || error.status >= 500)) {
        setSigned(countersignature)
        if (error.wasSent) setUncertain(true)
        throw error
      }
      if (!again.includes(code)) return onRefused(error)
      setUncertain(false)
      setSigned(undefined)
      setRunOut(code === 'countersignature_expired')
      // The act needs no second person any more; its form shows any other refusal.
      if (countersignature && newWords === undefined) return finish()
      setWords((before) => newWords ?? before)
      throw error
    }
  }

  const { form, summary, onSubmit, busy } = useContractForm({
    schema: signed ? z.any() : Proof,
    initialValues: { email: '', password: '', code: '' },
    async send({ email, password, code }) {
      setFailure(undefined)
      if (signed) return finish(signed)
      const proof = { email, password, ...(code && { code }) }
      return finish(await postAuth<Countersignature>('countersign', { ...act, words, ...proof }))
    },
    onFailure(error) {
      if (error instanceof ApiError && error.problem.errors?.some(({ path }) => path === 'code'))
        askCode(true)
      return pause.onFailure(error)
    },
  })

  // While it is being sent, it is not known whether it came in time.
  useEffect(() => {
    if (!signed || busy) return undefined
    const timer = setTimeout(() => {
      if (!isUncertain) setSigned(undefined)
      setRunOut(true)
    }, Date.parse(signed.expiresAt) - hospitalNow())
    return () => clearTimeout(timer)
  }, [signed, isUncertain, busy])

  return (
    <DialogFrame title="Second person" size="md" onClose={onCancel}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={
          pause.secondsLeft > 0 ? `Try again in ${pause.secondsLeft} s` : signed ? 'Try again' : 'Countersign'
        }
        busyLabel={signed ? 'Saving…' : 'Countersigning…'}
        isBlocked={pause.secondsLeft > 0}
        onCancel={onCancel}
        notice={
          <>
            {failure && (
              <Alert color="red" role="alert">
                {failure}
              </Alert>
            )}
            {hasRunOut && (
              <Alert color="yellow" role="alert">
                The {countersignedForMinutes} minutes ran out{signed ? '. ' : ', and nothing was saved. '}
                {signed ? 'It may have been saved. Try again to find out.' : 'Sign again.'}
              </Alert>
            )}
          </>
        }
      >
        {about}
        <Text>Your hospital wants a second person to read and countersign this:</Text>
        <AboutBox>
          <bdi>{words}</bdi>
        </AboutBox>
        {signed ? (
          <Text role="status">
            <bdi>{signed.witness}</bdi> countersigned it.{' '}
            {isUncertain ? 'It may have been saved. Try again to find out.' : 'It is not saved yet.'}
          </Text>
        ) : (
          <Stack gap="sm">
            <TextInput
              label="Colleague’s e-mail"
              description="A doctor, a nurse or a pharmacist, or another colleague whose role may countersign"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('email')}
            />
            <PasswordField
              label="Colleague’s password"
              {...form.getInputProps('password')}
              autoComplete="off"
            />
            {isCodeAsked && (
              <TextInput
                label="Code from their authenticator app"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...form.getInputProps('code')}
              />
            )}
            {canUsePasskeys() && (
              <PasskeyButton
                label="Countersign with a passkey"
                act={async () => finish(await countersignWithPasskey({ ...act, words }))}
                onEntered={() => {}}
                onFailure={setFailure}
              />
            )}
          </Stack>
        )}
      </DialogForm>
    </DialogFrame>
  )
}
