import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LoadFailure } from '../access/LoadFailure.tsx'
import { siteQuery } from '../account.ts'
import { requireSession } from '../guards.ts'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'
import { rootRoute } from './root.tsx'

/** Everything that needs a session. It has no path of its own. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery),
  pendingComponent: LoadingScreen,
  errorComponent: LoadFailure,
  pendingMs: 0,
  component: lazyRouteComponent(() => import('../access/SignedIn.tsx'), 'SignedIn'),
})
