import { Alert } from '@mantine/core'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../ground/client/api.ts'
import { AccessPage } from '../../ground/sign-in/AccessPage.tsx'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { lockedEntry, openScreen } from '../../ground/sign-in/auth.ts'
import { type Locked as LockedSession, lockSession } from '../../ground/sign-in/cover/lock.ts'
import { PasswordForm } from '../../ground/sign-in/cover/PasswordForm.tsx'
import { enterAccount } from '../../ground/sign-in/entering.ts'
import { startPath } from '../../ground/sign-in/guards.ts'
import { WayOut } from '../../ground/sign-in/leaving/WayOut.tsx'

const route = getRouteApi('/sign-in/locked')

/**
 * The owner of this browser's locked session; without one to open, leads to sign-in. @throws ApiError, or a redirect
 */
export async function findLocked(queryClient: QueryClient, from: string | undefined): Promise<LockedSession> {
  const signIn = () => redirect({ to: '/sign-in', search: { from } })
  if (!localStorage.getItem(lockedEntry)) throw signIn()
  try {
    const [locked] = await Promise.all([lockSession(), queryClient.ensureQueryData(siteQuery)])
    return locked
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    openScreen()
    throw signIn()
  }
}

/** The page of a locked browser after a reload: it keeps only the address to return to. */
export function Locked() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { from } = route.useSearch()
  const { email, hasPassword } = route.useLoaderData()
  const router = useRouter()
  const [failure, setFailure] = useState<string>()

  async function enter() {
    await enterAccount()
    router.history.replace(from ?? startPath)
  }

  // Opened in another tab of this browser, or left there.
  const heard = useEffectEvent(({ key, newValue }: StorageEvent) => {
    if (key === lockedEntry && !newValue) router.history.replace(from ?? startPath)
  })
  useEffect(() => {
    window.addEventListener('storage', heard)
    return () => window.removeEventListener('storage', heard)
  }, [])

  return (
    <AccessPage title="Locked" hospitalName={site.hospitalName}>
      {failure && (
        <Alert color="red" role="alert" mb="md">
          {failure}
        </Alert>
      )}
      <PasswordForm
        why="locked"
        email={email}
        hasPassword={hasPassword}
        signOn={site.signOn}
        from={from}
        onEntered={enter}
        onLost={() => {
          openScreen()
          void router.navigate({ to: '/sign-in', search: { from } })
        }}
        way={<WayOut goOn={() => router.navigate({ to: '/sign-in' })} />}
        onFailure={setFailure}
      />
    </AccessPage>
  )
}
