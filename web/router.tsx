import { createRouter, type ErrorComponentProps, type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { analyticsRoute } from './figures/analytics/screen.tsx'
import { dashboardEntry, dashboardRoute } from './figures/dashboard/screen.tsx'
import { weeklyReportRoute } from './figures/weekly-report/screen.tsx'
import { displayRoute } from './front-desk/displays/noun.tsx'
import { useOutdated } from './ground/client/live/state.ts'
import { queryClient } from './ground/client/query-client.ts'
import { rootRoute } from './ground/shell/root-route.tsx'
import { shellRoute } from './ground/shell/shell-route.tsx'
import { signedInRoute } from './ground/shell/signed-in-route.tsx'
import { missing } from './ground/ui/lazy-component.tsx'
import { ErrorState } from './ground/ui/page/ErrorState.tsx'
import { LoadingScreen } from './ground/ui/page/LoadingScreen.tsx'
import { nouns } from './nouns.ts'
import { patientRecordRoute } from './routes/patient-record/screen.tsx'
import { registrationRoute } from './routes/registration/screen.tsx'
import { settingsRoute } from './routes/settings/screen.tsx'
import { accessRoutes, selectRoleRoute, unauthorizedRoute } from './routes/sign-in/access.tsx'
import { itemListRoute } from './routes/store/screen.tsx'

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
    ...(history && { history }),
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
    /** The title of the page, for the browser's tab and screen readers. */
    title?: string
  }
}
