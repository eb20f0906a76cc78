import { Alert } from '@mantine/core'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../client/api.ts'
import { forgetDrafts } from '../client/drafts.ts'
import { queryClient } from '../client/query-client.ts'
import { AccessPage } from '../session/AccessPage.tsx'
import { meQuery, siteQuery } from '../session/account.ts'
import { forgetRecords, leaveSession, lockedEntry, openScreen, signOut } from '../session/auth.ts'
import { type Locked as LockedSession, lockSession } from '../session/cover/lock.ts'
import { PasswordForm } from '../session/cover/PasswordForm.tsx'
import { startPath } from '../session/guards.ts'

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

/** A browser that is locked, and whose page was loaded anew: nothing is left behind the cover but where it was. */
export function Locked() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { from } = route.useSearch()
  const { email, hasPassword } = route.useLoaderData()
  const router = useRouter()
  const [failure, setFailure] = useState<string>()

  async function enter() {
    forgetRecords()
    const me = await queryClient.fetchQuery(meQuery)
    forgetDrafts({ except: me.id })
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

  async function leave() {
    try {
      await signOut()
    } catch (error) {
      return setFailure(error instanceof Error ? error.message : String(error))
    }
    await leaveSession(() => router.navigate({ to: '/sign-in' }))
  }

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
        onLeave={() => void leave()}
        onFailure={setFailure}
      />
    </AccessPage>
  )
}
