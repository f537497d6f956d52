import { Button, Group, Text } from '@mantine/core'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '../lib/texts.ts'
import { frameTexts } from './texts.ts'

/** What takes longer is no usual wait. */
const SLOW_AFTER_MS = 8000

/** Whether something has been going on for long. */
export function useSlow(isGoing: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isGoing) return undefined
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isGoing])
  return isSlow
}

interface SlowNoteProps {
  queryKey: QueryKey
  isFetching: boolean
  /** Nothing is shown and nothing is on its way. */
  isStopped: boolean
  onRetry: () => void
}

/** Says that a read takes long, and lets it be stopped or sent once more. */
export function SlowNote({ queryKey, isFetching, isStopped, onRetry }: SlowNoteProps) {
  const t = useTexts(frameTexts)
  const client = useQueryClient()
  const isSlow = useSlow(isFetching)
  if (!isStopped && !isSlow) return null
  return (
    <Group gap="sm" mb="xs" role="status">
      <Text size="sm">{t(isStopped ? 'stopped' : 'slow')}</Text>
      {!isStopped && (
        <Button size="xs" variant="default" onClick={() => void client.cancelQueries({ queryKey })}>
          {t('stop')}
        </Button>
      )}
      {/* A read without an answer is not sent again while it is going on. */}
      <Button
        size="xs"
        variant="default"
        onClick={() => void client.cancelQueries({ queryKey }).then(onRetry)}
      >
        {t('retry')}
      </Button>
    </Group>
  )
}
