import { createRouter, type ErrorComponentProps, type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOutdated } from './client/live/state.ts'
import { queryClient } from './client/query-client.ts'
import { displayRoute } from './displays/noun.tsx'
import { nouns } from './nouns.ts'
import { accessRoutes, selectRoleRoute, unauthorizedRoute } from './routes/access.tsx'
import { analyticsRoute } from './routes/analytics/screen.tsx'
import { dashboardEntry, dashboardRoute } from './routes/dashboard/screen.tsx'
import { itemListRoute } from './routes/inventory/screen.tsx'
import { patientRecordRoute } from './routes/patient-record/screen.tsx'
import { registrationRoute } from './routes/registration/screen.tsx'
import { settingsRoute } from './routes/settings/screen.tsx'
import { weeklyReportRoute } from './routes/weekly-report/screen.tsx'
import { rootRoute } from './shell/root-route.tsx'
import { shellRoute } from './shell/shell-route.tsx'
import { signedInRoute } from './shell/signed-in-route.tsx'
import { missing } from './ui/late.tsx'
import { ErrorState } from './ui/page/ErrorState.tsx'
import { LoadingScreen } from './ui/page/LoadingScreen.tsx'

type NounRoute = (typeof nouns)[number]['routes'][number]

const routeTree = rootRoute.addChildren([
  ...accessRoutes,
  displayRoute,
  signedInRoute.addChildren([
    selectRoleRoute,
    unauthorizedRoute,
    shellRoute.addChildren([
      dashboardRoute,
      analyticsRoute,
      weeklyReportRoute,
      itemListRoute,
      patientRecordRoute,
      registrationRoute,
      settingsRoute,
      ...nouns.flatMap(({ routes }): readonly NounRoute[] => routes),
    ]),
  ]),
])

const navigation = [dashboardEntry, ...nouns.flatMap((noun) => noun.navigation)]

/** A screen of the shell failed; the shell around it stands. */
function ScreenFailure({ error }: ErrorComponentProps) {
  const router = useRouter()
  const isGone = String(error).includes('/assets/')
  const isOutdated = useOutdated() && isGone
  // Its files went with the version of before. Nothing is typed into a screen that isn't there.
  useEffect(() => {
    if (isOutdated) location.reload()
  }, [isOutdated])
  return (
    <ErrorState
      title="This screen could not be shown"
      error={isGone ? new Error(missing) : error instanceof Error ? error : null}
      onRetry={() => router.invalidate()}
    />
  )
}

/** The screens at the addresses of a browser, or of a history that is given. */
export const routerOf = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    context: {
      queryClient,
      navigation,
      headerTools: async () => (await import('./routes/with-shell.tsx')).headerTools,
      scanning: async () => (await import('./routes/with-shell.tsx')).ScannedLabels,
    },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: ScreenFailure,
    scrollRestoration: true,
  })

export const router = routerOf()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** What the browser's tab and screen readers call the page. */
    title?: string
  }
}
