import { Alert, Loader, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { forgetToken } from '../../ground/client/token.ts'
import { AccessPage } from '../../ground/sign-in/AccessPage.tsx'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { openScreen } from '../../ground/sign-in/auth.ts'
import { enterAccount } from '../../ground/sign-in/entering.ts'
import { startPath } from '../../ground/sign-in/guards.ts'
import { finishSignOn, wantedBefore } from '../../ground/sign-in/sign-on/provider.ts'
import { SignOnButton } from '../../ground/sign-in/sign-on/SignOnButton.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'

/** The page to which the hospital's own sign-on returns: one of ours, so that its requests have our cookies. */
export function SignOnReturn() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const router = useRouter()
  const [failure, setFailure] = useState<string>()
  const isBegun = useRef(false)

  useEffect(() => {
    // The returned code can be used only once.
    if (isBegun.current) return
    isBegun.current = true
    async function finish() {
      const { isLinked, from } = await finishSignOn(new URLSearchParams(window.location.search))
      if (isLinked) toast.success('Your account is linked')
      else {
        forgetToken({ stored: true })
        openScreen()
        await enterAccount()
      }
      router.history.replace(from ?? startPath)
    }
    finish().catch((error: Error) => setFailure(error.message))
  }, [router])

  return (
    <AccessPage
      title="Sign in"
      hospitalName={site.hospitalName}
      intro={failure ? undefined : 'Signing in…'}
      foot={<BackToSignIn />}
    >
      {failure ? (
        <Stack>
          <Alert color="red" role="alert">
            {failure}
          </Alert>
          {site.signOn && <SignOnButton name={site.signOn.name} from={wantedBefore()} isAnother={false} />}
        </Stack>
      ) : (
        <Loader aria-label="Signing in" />
      )}
    </AccessPage>
  )
}
