import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { siteQuery } from '../sign-in/account.ts'
import { requireSession } from '../sign-in/guards.ts'
import { LoadFailure } from '../sign-in/LoadFailure.tsx'
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
  component: lazyRouteComponent(() => import('../sign-in/SignedIn.tsx'), 'SignedIn'),
})
