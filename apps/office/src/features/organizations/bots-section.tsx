import { BOT_CHANNEL_LABELS, BOT_KIND_LABELS, botRoutes, type Bot } from '@consilium/contract/bots/bots.ts'
import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { Section, useRecord } from '../../components/records/record-page.tsx'
import { minute, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { botTexts } from './bot-texts.ts'
import { dated } from '../../components/dated.tsx'

const BotDialog = onDemand(() => import('./bot-dialog.tsx'))

interface RowProps {
  bot: Bot
  onChange: () => void
  reload: () => void
}

/** What one knows the bot by, and how it is. */
function State({ bot }: { bot: Bot }) {
  const t = useTexts(botTexts)
  const kind = useLabel(BOT_KIND_LABELS)
  const { host, tail, kinds, quietFrom, quietUntil, waiting, sentTime, failure } = bot
  const facts = [
    host,
    t('ending', { tail }),
    ...(quietFrom === null || quietUntil === null
      ? []
      : [t('quiet', { from: quietFrom, until: quietUntil })]),
    ...(waiting === 0 ? [] : [t('waiting', { count: waiting })]),
    ...(sentTime === null ? [] : [t('sent', { time: minute(sentTime) })]),
  ]
  return (
    <>
      <Text size="sm">{kinds.map(kind).join(' · ')}</Text>
      <Text size="sm" c="dimmed">
        {dated(facts.join(' · '))}
      </Text>
      {failure !== null && (
        <Alert color="orange" role="status" mt="xs">
          {t('failed', { reason: failure })}
        </Alert>
      )}
    </>
  )
}

function BotRow({ bot, onChange, reload }: RowProps) {
  const t = useTexts(botTexts)
  const channel = useLabel(BOT_CHANNEL_LABELS)
  const [isRemoving, setRemoving] = useState(false)
  const [isTesting, setTesting] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { botId, name, isOn } = bot
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    setError(null)
    try {
      await work()
      notifyDone(done)
    } catch (failure) {
      setError(failure)
    }
    reload()
  }
  const test = async () => {
    setTesting(true)
    await attempt(() => call(botRoutes.test, { body: { botId } }), t('tested'))
    setTesting(false)
  }
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          <Badge variant="light" color="gray">
            {channel(bot.channel)}
          </Badge>
          <Badge variant="light" color={isOn ? 'teal' : 'gray'}>
            {t(isOn ? 'on' : 'off')}
          </Badge>
        </Group>
        <Group gap="xs">
          <Button size="xs" variant="default" loading={isTesting} onClick={() => void test()}>
            {t('test')}
          </Button>
          <Button size="xs" variant="default" onClick={onChange}>
            {t('change')}
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        </Group>
      </Group>
      <State bot={bot} />
      {error !== null && <RequestError error={error} />}
      {isRemoving && (
        <Confirm
          title={t('removeAsk', { name })}
          confirmLabel={t('remove')}
          danger
          onConfirm={() => attempt(() => call(botRoutes.remove, { params: { botId } }), t('removed'))}
          onClose={() => setRemoving(false)}
        >
          {t('removeHint')}
        </Confirm>
      )}
    </Stack>
  )
}

/** The bots of the caller's own organization. */
export function BotsSection() {
  const t = useTexts(botTexts)
  const [open, setOpen] = useState<Bot | 'new' | null>(null)
  const { data, error, refetch } = useRecord(botRoutes.list, {})
  const reload = () => void refetch()
  return (
    <Section
      title={t('bots')}
      actions={
        data && (
          <Button variant="default" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('hint')}
      </Text>
      {error && <RequestError error={error} onRetry={reload} />}
      {!data && !error && <Skeleton height={60} />}
      {data?.bots.length === 0 && <Text size="sm">{t('none')}</Text>}
      <Stack gap="md">
        {data?.bots.map((bot) => (
          <BotRow key={bot.botId} bot={bot} onChange={() => setOpen(bot)} reload={reload} />
        ))}
      </Stack>
      {open !== null && (
        <BotDialog bot={open === 'new' ? null : open} onDone={reload} onClose={() => setOpen(null)} />
      )}
    </Section>
  )
}
