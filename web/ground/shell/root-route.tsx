import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { type ComponentType, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { NotFound } from '../sign-in/NotFound.tsx'
import { focusContent } from '../ui/focus.ts'
import { useTabWords } from '../ui/tab-title.ts'
import type { NavigationEntry } from './navigation-entry.ts'

interface RouterContext {
  queryClient: QueryClient
  /** The sidebar, in order. */
  navigation: readonly NavigationEntry[]
  /** Tools in the header, beside the user's menu. */
  headerTools: () => Promise<ReactElement>
  /** Stands around the screens, and says what a code opens that is scanned into a search box. */
  scanning: () => Promise<ComponentType<{ children: ReactNode }>>
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFound,
})

function Root() {
  useTitle()
  useFocusOnNewScreen()
  return <Outlet />
}

/** Names the tab after the innermost page that has a title. */
function useTitle(): void {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  const before = useTabWords()
  useEffect(() => {
    document.title = title ? `${before}${title} · Lantern` : `${before}Lantern`
  }, [title, before])
}

/** A new screen takes the focus, so that keyboard and screen reader start at its beginning; the first has it from the browser. */
function useFocusOnNewScreen(): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    const before = shown.current
    shown.current = pathname
    if (before === undefined || before === pathname) return
    // A user who opened a dialog while the screen was loading is typing into it.
    if (!document.activeElement?.closest('main, [role="dialog"]')) focusContent()
  }, [pathname])
}
