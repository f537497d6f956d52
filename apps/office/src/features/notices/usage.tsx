import { Progress, Text } from '@mantine/core'
import { useTexts } from '../../lib/texts.ts'
import { limitTexts } from './limit-texts.ts'

const PERCENT = 100
const NEAR = 80

/** How much of a limit is used. */
export function Usage({ sent, limit, label }: { sent: number; limit: number; label: string }) {
  const t = useTexts(limitTexts)
  const percent = limit === 0 ? PERCENT : Math.min(PERCENT, (PERCENT * sent) / limit)
  const color = percent >= PERCENT ? 'red' : percent >= NEAR ? 'yellow' : 'lagoon'
  return (
    <>
      <Text size="sm">{t('usedOf', { sent, limit })}</Text>
      <Progress value={percent} color={color} aria-label={label} />
    </>
  )
}
