import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../ground/shell/root-route.tsx'
import { displayLook } from './links.ts'

/** A television in a waiting room: nobody is signed in there. */
export const displayRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/display',
  validateSearch: displayLook,
  staticData: { title: 'Waiting room' },
  component: lazyRouteComponent(() => import('./WaitingRoomScreen.tsx'), 'WaitingRoomScreen'),
})
