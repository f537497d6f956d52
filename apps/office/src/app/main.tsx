import './kit.css'
import './app.css'
// Most pages are lists: their frame is part of the app, instead of a copy in each of them.
import '../components/list/list-page.tsx'
import { classNames } from './class-names.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionQuery } from '../lib/session/session.ts'
import { bringFace } from './face.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { ToastArea } from './toast-area.tsx'

// Without a use here the build would put them into the pages.
if (Object.keys(classNames).length === 0) throw new Error('The app has no styles')

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
