import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { siteQuery } from '../session/account.ts'
import { requireSession } from '../session/guards.ts'
import { LoadFailure } from '../session/LoadFailure.tsx'
import { LoadingScreen } from '../ui/page/LoadingScreen.tsx'
import { rootRoute } from './root-route.tsx'

/** Everything that needs a session. It has no path of its own. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery),
  pendingComponent: LoadingScreen,
  errorComponent: LoadFailure,
  pendingMs: 0,
  component: lazyRouteComponent(() => import('../session/SignedIn.tsx'), 'SignedIn'),
})
