import './kit.css'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionQuery } from '../lib/session.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { ToastArea } from './toast-area.tsx'

/** The server allows styles by a nonce, which it writes into the page for the kit to use. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// The scroll lock behind dialogs writes a style element and reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

// Runs while the code of the page is loaded.
void queryClient.prefetchQuery(sessionQuery)
void router.load()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <ToastArea />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
