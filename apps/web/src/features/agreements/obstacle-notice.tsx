import type { AgreementObstacle } from '@consilium/contract/signing.ts'
import { Alert, List, Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { obstacleTexts } from './texts.ts'

/** Why an agreement cannot be filled in and signed yet, and what comes next. */
export function ObstacleNotice({ obstacles }: { obstacles: readonly AgreementObstacle[] }) {
  const t = useTexts(obstacleTexts)
  return (
    <Alert color="blue" role="status" icon={<IconHourglass />} title={t('title')}>
      <List spacing="xs" listStyleType={obstacles.length > 1 ? 'disc' : 'none'}>
        {obstacles.map((obstacle) => (
          <List.Item key={obstacle}>
            <Text size="sm" fw={600}>
              {t(obstacle)}
            </Text>
            <Text size="sm">{t(`${obstacle}Next`)}</Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
