import { isFeeOpen, type Fee } from '@consilium/web-kit/agreement-state.ts'
import { feeTexts } from '@consilium/web-kit/fee-texts.ts'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../../../components/on-demand.tsx'
import { yuan } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { EXPLANATION_HEIGHT } from './explanation-height.ts'
import classes from './fee-lines.module.css'

const Explanation = onDemand(
  () => import('./fee-explanation.tsx'),
  <Skeleton height={EXPLANATION_HEIGHT} aria-busy />,
)

/** The amount to be paid, with an optional explanation line by line. */
export function FeeLines({ fee, opened = false }: { fee: Fee; opened?: boolean }) {
  const t = useTexts(feeTexts)
  const [isOpen, setOpen] = useState(opened)
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  if (isFeeOpen(fee)) return <Text size="sm">{t('feeOpenOfExpert')}</Text>
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="xs">
        <div>
          <Text size="sm" c="dimmed">
            {t('feeSentence')}
          </Text>
          <Text className={classes.net}>{yuan(fee.netAmount)}</Text>
        </div>
        <Button
          variant="subtle"
          rightSection={<Icon size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'hideLines' : 'showLines')}
        </Button>
      </Group>
      {isOpen && <Explanation fee={fee} />}
    </Stack>
  )
}
