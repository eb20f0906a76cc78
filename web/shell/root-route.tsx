import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router'
import { type ComponentType, type ReactElement, type ReactNode, useEffect } from 'react'
import { NotFound } from '../session/NotFound.tsx'
import { useTabCount } from '../ui/tab-title.ts'
import type { NavigationEntry } from './navigation-entry.ts'

interface RouterContext {
  queryClient: QueryClient
  /** The sidebar, in order. */
  navigation: readonly NavigationEntry[]
  /** What stands in the header, beside one's own menu. */
  headerTools: () => Promise<ReactElement>
  /** Stands around the screens, and says what a code opens that is scanned into a search box. */
  scanning: () => Promise<ComponentType<{ children: ReactNode }>>
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
  const count = useTabCount()
  useEffect(() => {
    document.title = title ? `${count}${title} · Lantern` : 'Lantern'
  }, [title, count])
  return <Outlet />
}
