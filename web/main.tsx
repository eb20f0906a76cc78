import '@fontsource-variable/figtree/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './global.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './client/query-client.ts'
import { Reading } from './client/reading.tsx'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { late } from './ui/late.tsx'

const Notifications = late(async () => (await import('@mantine/notifications')).Notifications)
const colorScheme = localStorageColorSchemeManager({ key: 'mantine-color-scheme-value' })
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={nonce ? () => nonce : undefined}
    >
      <QueryClientProvider client={queryClient}>
        <Reading>
          <Notifications position="top-right" containerWidth={400} transitionDuration={120} />
          <RouterProvider router={router} />
        </Reading>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
