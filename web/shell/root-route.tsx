import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { NotFound } from '../session/NotFound.tsx'
import type { NavigationEntry } from './navigation-entry.ts'

interface RouterContext {
  queryClient: QueryClient
  /** The sidebar, in order. */
  navigation: readonly NavigationEntry[]
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFound,
})

/** Names the tab after the innermost page that has a title. */
function Root() {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useEffect(() => {
    document.title = title ? `${title} · Lantern` : 'Lantern'
  }, [title])
  return <Outlet />
}
