import type { AgreementObstacle } from '@consilium/contract/signing/signing.ts'
import { Alert, Stack, Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { obstacleTexts } from './obstacle-texts.ts'
import classes from './signing/signing.module.css'

/** Explains why an agreement cannot be filled in and signed yet, and what happens next. */
export default function ObstacleNotice({ obstacles }: { obstacles: readonly AgreementObstacle[] }) {
  const t = useTexts(obstacleTexts)
  return (
    <Alert color="blue" role="status" icon={<IconHourglass />} title={t('title')}>
      <Stack component="ul" gap="xs" className={classes.obstacles}>
        {obstacles.map((obstacle) => (
          <li key={obstacle}>
            <Text size="sm" fw={600}>
              {t(obstacle)}
            </Text>
            <Text size="sm">{t(`${obstacle}Next`)}</Text>
          </li>
        ))}
      </Stack>
    </Alert>
  )
}
