import { BANK_FILE_FORMAT_LABELS, type BankPreset } from '@consilium/contract/bank-files/bank-files.ts'
import {
  bankPresetRoutes,
  OWN_PRESET_STATE_LABELS,
  type OwnPreset,
  type OwnPresetState,
} from '@consilium/contract/bank-files/bank-presets.ts'
import { Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { LinkButton } from '../../components/links.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { useLabel } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { PresetActions } from './preset-actions.tsx'
import { Dots } from '../../components/dots.tsx'
import { PRESETS_PATH } from './preset-path.ts'
import { presetTexts } from './texts.ts'
import { useBuiltIn, useOwnPresets } from './use-presets.ts'

const WaitingLine = onDemand(() => import('../approvals/waiting-line.tsx'))

const COLORS: Readonly<Record<OwnPresetState, string>> = {
  draft: 'gray',
  asked: 'yellow',
  refused: 'red',
  approved: 'blue',
  retired: 'gray',
}

interface CardProps {
  name: string
  badges: ReactNode
  facts: readonly string[]
  actions: ReactNode
  children?: ReactNode
}

function Card({ name, badges, facts, actions, children }: CardProps) {
  return (
    <Paper withBorder p="sm" radius="md" component="article" aria-label={name}>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs" style={{ flex: '1 1 16rem' }}>
            <Title order={3} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            {badges}
          </Group>
          <Group gap="xs">{actions}</Group>
        </Group>
        <Text size="sm" c="dimmed">
          <Dots items={facts} />
        </Text>
        {children}
      </Stack>
    </Paper>
  )
}

function useFacts() {
  const t = useTexts(presetTexts)
  const format = useLabel(BANK_FILE_FORMAT_LABELS)
  return (preset: Pick<BankPreset, 'format' | 'columns' | 'validFrom' | 'confirmedOn'>): string[] => [
    format(preset.format),
    t('columnCount', { count: preset.columns.length }),
    t('since', { date: preset.validFrom }),
    preset.confirmedOn === null ? t('unconfirmed') : t('takenOn', { date: preset.confirmedOn }),
  ]
}

function Own({ preset }: { preset: OwnPreset }) {
  const t = useTexts(presetTexts)
  const state = useLabel(OWN_PRESET_STATE_LABELS)
  const facts = useFacts()
  const { presetName, number, opinion, waiting } = preset
  return (
    <Card
      name={presetName}
      badges={
        <>
          <Badge variant="light" color={preset.isInForce ? 'teal' : COLORS[preset.state]}>
            {preset.isInForce ? t('inForce') : state(preset.state)}
          </Badge>
          {number > 1 && (
            <Badge variant="outline" color="gray">
              {t('versionOf', { number })}
            </Badge>
          )}
        </>
      }
      facts={facts(preset)}
      actions={<PresetActions preset={preset} />}
    >
      {preset.state === 'refused' && opinion !== null && (
        <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {t('opinion', { text: opinion })}
        </Text>
      )}
      {waiting && <WaitingLine waiting={waiting} subject={presetName} isTitled mayDecide />}
    </Card>
  )
}

function BuiltIn({ preset }: { preset: BankPreset }) {
  const t = useTexts(presetTexts)
  const facts = useFacts()
  const { presetId, presetName } = preset
  return (
    <Card
      name={presetName}
      badges={null}
      facts={facts(preset)}
      actions={
        <LinkButton
          to={`${PRESETS_PATH}/new?copy=${presetId}`}
          variant="default"
          size="sm"
          aria-label={t('copyOf', { name: presetName })}
        >
          {t('copy')}
        </LinkButton>
      }
    />
  )
}

const BATCHES_PATH = '/labor-payments/batches'

/** Own forms of bank files with their states, and the built-in ones to copy. */
export function Page() {
  const t = useTexts(presetTexts)
  const may = useMay()
  const own = useOwnPresets()
  const builtIn = useBuiltIn()
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('hint')}
        backTo={BATCHES_PATH}
        trail={[{ label: t('batches'), to: BATCHES_PATH }]}
        actions={
          may(bankPresetRoutes.create) && (
            <LinkButton to={`${PRESETS_PATH}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
              {t('add')}
            </LinkButton>
          )
        }
      />
      <Stack gap="md">
        <Section title={t('own')}>
          {own.error && <RequestError error={own.error} onRetry={() => void own.refetch()} />}
          {!own.data && !own.error && <Skeleton height={120} aria-busy />}
          {own.data?.presets.length === 0 && <Text size="sm">{t('none')}</Text>}
          <Stack gap="sm">
            {own.data?.presets.map((preset) => (
              <Own key={preset.presetId} preset={preset} />
            ))}
          </Stack>
        </Section>
        <Section title={t('builtIn')}>
          {builtIn.error && <RequestError error={builtIn.error} onRetry={() => void builtIn.refetch()} />}
          {!builtIn.data && !builtIn.error && <Skeleton height={240} aria-busy />}
          <Stack gap="sm">
            {builtIn.data?.map((preset) => (
              <BuiltIn key={preset.presetId} preset={preset} />
            ))}
          </Stack>
        </Section>
      </Stack>
    </>
  )
}
