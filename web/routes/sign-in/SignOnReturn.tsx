import { Alert, Loader, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { forgetDrafts } from '../client/drafts.ts'
import { queryClient } from '../client/query-client.ts'
import { forgetToken } from '../client/token.ts'
import { AccessPage } from '../session/AccessPage.tsx'
import { meQuery, siteQuery } from '../session/account.ts'
import { forgetRecords, openScreen } from '../session/auth.ts'
import { startPath } from '../session/guards.ts'
import { finishSignOn, wantedBefore } from '../session/sign-on/provider.ts'
import { SignOnButton } from '../session/sign-on/SignOnButton.tsx'
import { toast } from '../ui/toast.tsx'
import { BackToSignIn } from './Outcome.tsx'

/** Where the hospital's own sign-on leads back to: a page of ours, so that it asks with our own cookies. */
export function SignOnReturn() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const router = useRouter()
  const [failure, setFailure] = useState<string>()
  const isBegun = useRef(false)

  useEffect(() => {
    // What came back can be used once.
    if (isBegun.current) return
    isBegun.current = true
    async function finish() {
      const { isLinked, from } = await finishSignOn(new URLSearchParams(window.location.search))
      if (isLinked) toast.success('Your account is linked')
      else {
        forgetToken({ stored: true })
        openScreen()
        forgetRecords()
        const me = await queryClient.fetchQuery(meQuery)
        forgetDrafts({ except: me.id })
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
