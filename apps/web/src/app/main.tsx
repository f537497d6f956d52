import './kit.css'
import './app.css'
import 'virtual:kit-variables.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionQuery } from '../lib/session/session.ts'
import { bringFace } from './face.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { theme } from './theme.ts'
import { ToastArea } from './toast-area.tsx'

/** The server allows styles by a nonce, which it writes into the page for the kit to use. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// The scroll lock behind dialogs writes a style element and reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

// Runs while the code of the page is loaded.
void queryClient.prefetchQuery(sessionQuery)
void router.load()
void bringFace(queryClient, (act) => router.subscribe('onBeforeLoad', act)).catch(() => undefined)

const element = document.getElementById('root')
if (!element) throw new Error('The page has no place for the app')
const root = createRoot(element)

root.render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      // They are part of the styles already (vite.kit-variables.ts).
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ToastArea />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
