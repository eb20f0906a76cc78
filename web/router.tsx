import { createRouter, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { queryClient } from './client/query-client.ts'
import { accessRoutes, selectRoleRoute, unauthorizedRoute } from './routes/access.tsx'
import { bedRoutes } from './routes/beds.tsx'
import { dashboardRoute } from './routes/dashboard.tsx'
import { inventoryRoutes } from './routes/inventory.tsx'
import { queueRoutes } from './routes/opd-queue.tsx'
import { patientRoutes } from './routes/patients.tsx'
import { purchaseOrderRoutes } from './routes/purchase-orders.tsx'
import { rootRoute } from './routes/root.tsx'
import { shellRoute } from './routes/shell.tsx'
import { signedInRoute } from './routes/signed-in.tsx'
import { staffRoute } from './routes/staff.tsx'
import { ErrorState } from './ui/page/ErrorState.tsx'
import { LoadingScreen } from './ui/page/LoadingScreen.tsx'

/** Every screen. Those of a noun are added to the shell's children. */
const routeTree = rootRoute.addChildren([
  ...accessRoutes,
  signedInRoute.addChildren([
    selectRoleRoute,
    unauthorizedRoute,
    shellRoute.addChildren([
      dashboardRoute,
      ...queueRoutes,
      ...bedRoutes,
      ...patientRoutes,
      ...inventoryRoutes,
      ...purchaseOrderRoutes,
      staffRoute,
    ]),
  ]),
])

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
  context: { queryClient },
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
