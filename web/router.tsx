import { createRouter, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { queryClient } from './client/query-client.ts'
import { displayRoute } from './displays/noun.tsx'
import { nouns } from './nouns.ts'
import { accessRoutes, selectRoleRoute, unauthorizedRoute } from './routes/access.tsx'
import { analyticsRoute } from './routes/analytics/screen.tsx'
import { dashboardEntry, dashboardRoute } from './routes/dashboard/screen.tsx'
import { itemListRoute } from './routes/inventory/screen.tsx'
import { patientRecordRoute } from './routes/patient-record/screen.tsx'
import { registrationRoute } from './routes/registration/screen.tsx'
import { weeklyReportRoute } from './routes/weekly-report/screen.tsx'
import { rootRoute } from './shell/root-route.tsx'
import { shellRoute } from './shell/shell-route.tsx'
import { signedInRoute } from './shell/signed-in-route.tsx'
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
      ...nouns.flatMap(({ routes }): readonly NounRoute[] => routes),
    ]),
  ]),
])

const navigation = [dashboardEntry, ...nouns.flatMap((noun) => noun.navigation)]

/** What stands in the header: the way to everything by its name, and what needs somebody. */
async function headerTools() {
  const [{ finder }, { bell }] = await Promise.all([
    import('./routes/finder/Finder.tsx'),
    import('./notifications/Bell.tsx'),
  ])
  return (
    <>
      {finder}
      {bell}
    </>
  )
}

/** A screen of the shell failed; the shell around it stands. */
function ScreenFailure({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <ErrorState
      title="This screen could not be shown"
      error={error instanceof Error ? error : null}
      onRetry={() => router.invalidate()}
    />
  )
}

export const router = createRouter({
  routeTree,
  context: {
    queryClient,
    navigation,
    headerTools,
    scanning: async () => (await import('./patients/labels/ScannedLabels.tsx')).ScannedLabels,
  },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ScreenFailure,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** What the browser's tab and screen readers call the page. */
    title?: string
  }
}
