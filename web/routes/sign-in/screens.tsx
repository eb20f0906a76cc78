import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../ground/shell/root-route.tsx'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { hasSession, originSearch } from '../../ground/sign-in/guards.ts'
import { LoadFailure } from '../../ground/sign-in/LoadFailure.tsx'
import type * as ways from './ways.ts'

/** The page of a locked browser that was reloaded: the password, or a passkey, opens the session again. */
const lockedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/locked',
  validateSearch: originSearch,
  staticData: { title: 'Locked' },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./Locked.tsx')).findLocked(context.queryClient, deps.from),
  errorComponent: LoadFailure,
  component: lazyRouteComponent(() => import('./Locked.tsx'), 'Locked'),
})

/** The page for staff who have yet to set up a second step that their hospital asks for. */
const secondStepRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/second-step',
  validateSearch: originSearch,
  staticData: { title: 'Set up a second step' },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./SecondStep.tsx')).findAsked(context.queryClient, deps.from),
  errorComponent: LoadFailure,
  component: lazyRouteComponent(() => import('./SecondStep.tsx'), 'SecondStep'),
})

/** The page of the link that confirms a sign-up: a colleague who is signed in here signs out first. */
const confirmSignUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up/confirm',
  staticData: { title: 'Finish signing up' },
  loader: async ({ context }) => {
    const [isOccupied] = await Promise.all([hasSession(), context.queryClient.ensureQueryData(siteQuery)])
    return { isOccupied }
  },
  errorComponent: LoadFailure,
  component: lazyRouteComponent(() => import('./ways.ts'), 'ConfirmSignUp'),
})

/** The ways in beside e-mail and password: what a link opens, and what has to be asked for. */
export const wayInRoutes = [
  lockedRoute,
  secondStepRoute,
  confirmSignUpRoute,
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
    // The form that the user comes from, and may still be typing into, stays for this long.
    pendingMs: 2000,
    errorComponent: LoadFailure,
    component: lazyRouteComponent(() => import('./ways.ts'), screen),
  })
}
