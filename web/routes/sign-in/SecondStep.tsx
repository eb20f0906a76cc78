import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../client/api.ts'
import { queryClient } from '../client/query-client.ts'
import { AccessPage } from '../session/AccessPage.tsx'
import { meQuery, siteQuery } from '../session/account.ts'
import { leaveSession, signOut } from '../session/auth.ts'
import { startPath } from '../session/guards.ts'
import { RecoveryCodesDialog } from '../session/second-factor/set-up/RecoveryCodesDialog.tsx'
import { SetUp } from '../session/second-factor/set-up/SetUp.tsx'
import { toast } from '../ui/toast.tsx'

const route = getRouteApi('/sign-in/second-step')

/** Who has a second step to set up; who has none goes on to where they wanted. @throws ApiError, or a redirect */
export async function findAsked(
  queryClient: QueryClient,
  from: string | undefined,
): Promise<{ email: string }> {
  try {
    const [me] = await Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(siteQuery),
    ])
    if (me.secondStep?.isDue) return me
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    throw redirect({ to: '/sign-in', search: { from } })
  }
  throw redirect({ href: from ?? startPath, replace: true })
}

/** Comes before the first screen for staff who have to set up a second step, after signing in or a reload. */
export function SecondStep() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { from } = route.useSearch()
  const { email } = route.useLoaderData()
  const router = useRouter()
  const [codes, setCodes] = useState<readonly string[]>()
  const asked = useRef<HTMLDivElement>(null)
  // As where it is asked for on a screen that is open.
  useEffect(() => asked.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])

  async function goOn() {
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    router.history.replace(from ?? startPath)
  }

  async function leave() {
    try {
      await signOut()
    } catch (error) {
      return toast.error(error instanceof Error ? error.message : String(error))
    }
    await leaveSession(() => router.navigate({ to: '/sign-in' }))
  }

  return (
    <AccessPage title="Set up a second step" hospitalName={site.hospitalName}>
      <div ref={asked}>
        <SetUp
          email={email}
          hospitalName={site.hospitalName}
          onLeave={() => void leave()}
          onDone={(given) => (given.length === 0 ? void goOn() : setCodes(given))}
        />
      </div>
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          email={email}
          hospitalName={site.hospitalName}
          onClose={() => void goOn()}
        />
      )}
    </AccessPage>
  )
}
