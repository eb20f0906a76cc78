import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../ground/client/api.ts'
import { queryClient } from '../../ground/client/query-client.ts'
import { AccessPage } from '../../ground/sign-in/AccessPage.tsx'
import { meQuery, siteQuery } from '../../ground/sign-in/account.ts'
import { startPath } from '../../ground/sign-in/guards.ts'
import { WayOut } from '../../ground/sign-in/leaving/WayOut.tsx'
import { RecoveryCodesDialog } from '../../ground/sign-in/second-factor/set-up/RecoveryCodesDialog.tsx'
import { SetUp } from '../../ground/sign-in/second-factor/set-up/SetUp.tsx'

const route = getRouteApi('/sign-in/second-step')

/** Finds the account that has to set up a second step. @throws ApiError, or a redirect for others to where they wanted */
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

  return (
    <AccessPage title="Set up a second step" hospitalName={site.hospitalName}>
      <div ref={asked}>
        <SetUp
          email={email}
          hospitalName={site.hospitalName}
          way={<WayOut goOn={() => router.navigate({ to: '/sign-in' })} />}
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
