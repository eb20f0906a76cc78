import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { rootRoute } from '../../ground/shell/root-route.tsx'
import { signedInRoute } from '../../ground/shell/signed-in-route.tsx'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { hasSession, originSearch, startPath } from '../../ground/sign-in/guards.ts'
import { LoadFailure } from '../../ground/sign-in/LoadFailure.tsx'
import { wayInRoutes } from './screens.tsx'

/** Whether no account exists yet, so that nobody can sign in. */
async function isNew({ queryClient }: { queryClient: QueryClient }): Promise<boolean> {
  const known = await queryClient.ensureQueryData(siteQuery)
  // True only once, and somebody may have signed up since.
  return (
    known.awaitsFirstAccount &&
    (await queryClient.fetchQuery({ ...siteQuery, staleTime: 0 })).awaitsFirstAccount
  )
}

const signInScreen = () => import('../../ground/sign-in/SignIn.tsx')

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: originSearch,
  staticData: { title: 'Sign in' },
  beforeLoad: async ({ context, search }) => {
    // Starts the screen's requests in parallel.
    void context.queryClient.prefetchQuery(siteQuery)
    signInScreen().catch(() => undefined)
    if (await hasSession()) throw redirect({ href: search.from ?? startPath })
    if (await isNew(context)) throw redirect({ to: '/sign-up' })
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery),
  errorComponent: LoadFailure,
  component: lazyRouteComponent(signInScreen, 'SignIn'),
})

/** The token of an access link, which follows the #. */
const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  validateSearch: originSearch,
  staticData: { title: 'Sign up' },
  beforeLoad: async ({ search, location }) => {
    const isOccupied = await hasSession()
    // An invited person must not see the screens of a colleague who is signed in here.
    if (isOccupied && !location.hash) throw redirect({ href: search.from ?? startPath })
    return { isOccupied }
  },
  loader: async ({ context, location }) => {
    const { invitedTo } = await import('../../ground/sign-in/invited.ts')
    const [invitation] = await Promise.all([
      context.isOccupied ? ({ state: 'occupied' } as const) : invitedTo(location.hash),
      context.queryClient.ensureQueryData(siteQuery),
    ])
    return { invitation }
  },
  errorComponent: LoadFailure,
  component: lazyRouteComponent(() => import('../../ground/sign-in/SignUp.tsx'), 'SignUp'),
})

const signOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-out',
  staticData: { title: 'Sign out' },
  component: lazyRouteComponent(() => import('../../ground/sign-in/SignOut.tsx'), 'SignOut'),
})

export const selectRoleRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/select-role',
  validateSearch: originSearch,
  staticData: { title: 'Select role' },
  component: lazyRouteComponent(() => import('../../ground/sign-in/SelectRole.tsx'), 'SelectRole'),
})

export const unauthorizedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/unauthorized',
  staticData: { title: 'Unauthorized Access' },
  component: lazyRouteComponent(() => import('../../ground/sign-in/Unauthorized.tsx'), 'Unauthorized'),
})

export const accessRoutes = [signInRoute, signUpRoute, signOutRoute, ...wayInRoutes] as const
