import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Brand } from '../components/brand.tsx'
import { useTexts } from '../lib/texts.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

/** Browsers do not always notice that the network is back. */
const ASKED_EVERY_MS = 10_000

/** The app has opened without a network: who is logged in is not known before the network is back. */
export function OfflinePage({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(shellTexts)
  useEffect(() => {
    const timer = setInterval(onRetry, ASKED_EVERY_MS)
    return () => clearInterval(timer)
  }, [onRetry])
  return (
    <main className={classes.alone}>
      <Brand size={56} />
      <h1>{t('offlineTitle')}</h1>
      <p>{t('offlineHint')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('retry')}
      </Button>
    </main>
  )
}
