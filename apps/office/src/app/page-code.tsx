import { Alert, Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { createElement, startTransition, useEffect, useState, type ComponentType } from 'react'
import type { PageDefinition } from '../lib/menu/page-definition.ts'
import { useTexts } from '../lib/texts.ts'
import { shellTexts } from './texts.ts'

/** The page whose code was missing although the server answers; it is opened anew once. */
const RELOADED = 'consilium.reloaded'

export interface PageCode {
  fetch: () => Promise<void>
  current: () => ComponentType | null
}

/** The code of a page, which is fetched when it is first wanted, and again after a failure. */
export function codeOf(load: PageDefinition['load']): PageCode {
  let Page: ComponentType | null = null
  let fetching: Promise<void> | null = null
  const fetchPage = async () => {
    try {
      Page = (await load()).Page
    } finally {
      fetching = null
    }
  }
  return {
    current: () => Page,
    fetch: () => (Page ? Promise.resolve() : (fetching ??= fetchPage())),
  }
}

/** A newer version of the app has other files: the page is opened anew then, but never into a missing network. */
async function openNewVersion(): Promise<boolean> {
  if (sessionStorage.getItem(RELOADED) === location.pathname) return false
  const isThere = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return false
  sessionStorage.setItem(RELOADED, location.pathname)
  location.reload()
  return true
}

/** Not done with Suspense, because React keeps a fallback on screen for at least 300 ms. */
export function WhenThere({ code }: { code: PageCode }) {
  const t = useTexts(shellTexts)
  const [state, setState] = useState<'waiting' | 'there' | 'missing'>(code.current() ? 'there' : 'waiting')
  useEffect(() => {
    if (state !== 'waiting') return
    code.fetch().then(
      () => startTransition(() => setState('there')),
      () => void openNewVersion().then((isLeaving) => !isLeaving && setState('missing')),
    )
  }, [code, state])
  if (state === 'missing') return <CodeMissing onRetry={() => setState('waiting')} />
  const Page = code.current()
  return Page ? createElement(Page) : <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
}

function CodeMissing({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(shellTexts)
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Alert role="alert" color="red" icon={<IconCloudOff />} title={t('codeMissing')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('codeMissingHint')}</Text>
        <Button variant="light" color="red" onClick={onRetry}>
          {t('retry')}
        </Button>
      </Stack>
    </Alert>
  )
}
