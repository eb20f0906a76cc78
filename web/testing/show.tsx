import '@mantine/core/styles.layer.css'
import '../global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react/pure'
import type { Role } from '../../contract/permissions.ts'
import { setClockBy } from '../ground/client/clock.ts'
import { queryClient } from '../ground/client/query-client.ts'
import { Reading } from '../ground/client/reading.tsx'
import { forgetToken } from '../ground/client/token.ts'
import { MeContext, SiteContext } from '../ground/sign-in/account.ts'
import { ToastPlace, toast } from '../ground/ui/toast.tsx'
import { routerOf } from '../router.tsx'
import { theme } from '../theme.ts'
import { cssVariables } from '../tokens.ts'
import { Hospital } from './hospital.ts'
import { now } from './records.ts'
import { takeNoStacks } from './without-stacks.ts'

takeNoStacks()
const network = globalThis.fetch
// As index.html has it.
document.body.style.margin = '0'
let router: ReturnType<typeof routerOf>

/** A hospital for one test, in which somebody of a role is signed in. Nothing of it is left when the test is over. */
export function hospitalFor(role: Role, place: Partial<ConstructorParameters<typeof Hospital>[1]> = {}) {
  const hospital = new Hospital(role, { now, ...place })
  globalThis.fetch = hospital.fetch
  setClockBy(new Response(null, { headers: { date: new Date(hospital.now).toUTCString() } }))
  onTestFinished(async () => {
    await cleanup()
    hospital.close()
    globalThis.fetch = network
    queryClient.clear()
    toast.clear()
    forgetToken({ stored: true })
    sessionStorage.clear()
    localStorage.clear()
    if (hospital.faults.length > 0) throw new Error(hospital.faults.join('\n'))
  })
  return hospital
}

function Look({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <QueryClientProvider client={queryClient}>
        <Reading>
          <ToastPlace where="corner" />
          {children}
        </Reading>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Opens a screen at its address, with all that stands around it, as the browser does. */
export async function openScreen(path: string) {
  router = routerOf(createMemoryHistory({ initialEntries: [path] }))
  return render(
    <Look>
      <RouterProvider router={router} />
    </Look>,
  )
}

/** Shows one component to the signed-in account; pages that it links to are not there. */
export async function show(component: ReactElement, { me, site }: Hospital) {
  router = routerOf(createMemoryHistory())
  return render(
    <Look>
      <RouterContextProvider router={router}>
        <MeContext value={me}>
          <SiteContext value={site}>{component}</SiteContext>
        </MeContext>
      </RouterContextProvider>
    </Look>,
  )
}

/** The address that the screens are at. */
export function address(): string {
  return router.state.location.href
}

/** Chooses by letters and Enter, as by keyboard. */
export async function choose(box: Locator, letters: string) {
  await box.fill(letters)
  await userEvent.keyboard('{Enter}')
}

/** The drafts that are kept. */
export function drafts(): string[] {
  return Object.keys(sessionStorage).filter((entry) => entry.startsWith('lantern.draft:'))
}
