import './fonts.css'
import '@mantine/core/styles.layer.css'
import './global.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { onWritten } from './ground/client/api.ts'
import { queryClient } from './ground/client/query-client.ts'
import { Reading } from './ground/client/reading.tsx'
import { heedOtherTabs } from './ground/sign-in/leaving/other-tabs.ts'
import { ToastPlace, toast } from './ground/ui/toast.tsx'
import { router } from './router.tsx'
import { theme } from './theme.ts'
import { cssVariables } from './tokens.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'mantine-color-scheme-value' })
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

heedOtherTabs()
// The browser shows a page that it kept as it was left, even if somebody else uses it by now.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  document.body.hidden = true
  location.reload()
})
// An old message of a failure would puzzle beside a success.
onWritten((isDone) => {
  if (isDone) toast.forgetFailure()
})

// The built page fetches its styles while it already shows that it is loading (vite.config.ts).
const { styled } = globalThis as { styled?: Promise<unknown> }
void Promise.resolve(styled).then(() => {
  // Names have letters outside of the basic set, whose file would otherwise be asked for once such a name is shown.
  void document.fonts.load("1em 'Figtree Variable'", 'ł').catch(() => undefined)
  // In steps, between which the browser can do something else.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colorScheme}
          defaultColorScheme="auto"
          {...(nonce && { getStyleNonce: () => nonce })}
        >
          <QueryClientProvider client={queryClient}>
            <Reading>
              <ToastPlace where="corner" />
              <RouterProvider router={router} />
            </Reading>
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  )
})
