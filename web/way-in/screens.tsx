import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ApiError } from '../client/api.ts'
import { siteQuery } from '../session/account.ts'
import { lockedEntry, openScreen } from '../session/auth.ts'
import { originSearch } from '../session/guards.ts'
import { LoadFailure } from '../session/LoadFailure.tsx'
import { rootRoute } from '../shell/root-route.tsx'
import type * as ways from './ways.ts'

/** Where a locked browser is led that loads its page anew: the password, or a passkey, opens the session again. */
const lockedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/locked',
  validateSearch: originSearch,
  staticData: { title: 'Locked' },
  beforeLoad: ({ search }) => {
    if (!localStorage.getItem(lockedEntry)) throw redirect({ to: '/sign-in', search })
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { lockSession } = await import('../session/cover/lock.ts')
    try {
      const [locked] = await Promise.all([lockSession(), context.queryClient.ensureQueryData(siteQuery)])
      return locked
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      // The session has ended: there is nothing to open.
      openScreen()
      throw redirect({ to: '/sign-in', search: deps })
    }
  },
  errorComponent: LoadFailure,
  component: lazyRouteComponent(() => import('./Locked.tsx'), 'Locked'),
})

/** The ways in beside e-mail and password: what a link opens, and what has to be asked for. */
export const wayInRoutes = [
  lockedRoute,
  wayIn('/sign-in/forgot', 'Forgot password?', 'ForgottenPassword'),
  wayIn('/sign-in/reset', 'Choose a new password', 'NewPassword'),
  wayIn('/sign-in/confirm', 'Confirm your e-mail address', 'ConfirmEmail'),
  wayIn('/sign-in/callback', 'Sign in', 'SignOnReturn'),
] as const

function wayIn<Path extends string>(path: Path, title: string, screen: keyof typeof ways) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title },
    loader: ({ context }: { context: { queryClient: QueryClient } }) =>
      context.queryClient.ensureQueryData(siteQuery),
    errorComponent: LoadFailure,
    component: lazyRouteComponent(() => import('./ways.ts'), screen),
  })
}
