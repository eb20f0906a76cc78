import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireRole } from '../sign-in/guards.ts'
import { signedInRoute } from './signed-in-route.tsx'

/** The sidebar, the header, and a screen between them. The parent of every screen that needs a role. */
export const shellRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'shell',
  beforeLoad: requireRole,
  // They come beside the shell, and not with the pages that have none.
  loader: async ({ context }) => {
    const [tools, Scanning] = await Promise.all([context.headerTools(), context.scanning()])
    return { tools, Scanning }
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
})
