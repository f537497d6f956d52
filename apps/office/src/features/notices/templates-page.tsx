import { DELIVERY_KIND_LABELS } from '@consilium/contract/notices/deliveries.ts'
import type { PersonalChannel } from '@consilium/contract/notices/notice-kinds.ts'
import { noticeTemplateRoutes, type NoticeTemplate } from '@consilium/contract/notices/templates.ts'
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { RequestError, useErrorText } from '../../components/dialogs/request-error.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { minute, useColon, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { useReason } from './reasons.ts'
import { templateTexts } from './template-texts.ts'
import { dated } from '../../components/dated.tsx'

const TemplateDialog = onDemand(() => import('./template-dialog.tsx'))

const HEIGHT = 320

/** Sends a kind to the caller, and says what the provider did with it. */
function useTest(kind: NoticeTemplate['kind']) {
  const t = useTexts(templateTexts)
  const say = useErrorText()
  const reasonOf = useReason()
  const { mutate, isPending, variables } = useSend(noticeTemplateRoutes.test)
  const test = (channel: PersonalChannel) =>
    mutate(
      { body: { kind, channel } },
      {
        onSuccess: ({ state, reason }) =>
          state === 'failed' ? notifyFailed(t('testFailed'), reasonOf(reason)) : notifyDone(t('tested')),
        onError: (error) => notifyFailed(t('testFailed'), say(error)),
      },
    )
  return { test, isTesting: (channel: PersonalChannel) => isPending && variables.body.channel === channel }
}

function TemplateRow({ template, onEdit }: { template: NoticeTemplate; onEdit: () => void }) {
  const t = useTexts(templateTexts)
  const colon = useColon()
  const kindLabel = useLabel(DELIVERY_KIND_LABELS)
  const { kind, zh, en, createTime } = template
  const { test, isTesting } = useTest(kind)
  const name = kindLabel(kind)
  return (
    <Paper component="li" withBorder p="sm" radius="md">
      <Group justify="space-between" gap="sm" wrap="wrap">
        <Stack gap={2} style={{ flex: '1 1 16rem', overflowWrap: 'anywhere' }}>
          <Text fw={600}>{name}</Text>
          <Text size="sm">{zh}</Text>
          <Text size="sm">{en}</Text>
          <Text size="xs" c="dimmed">
            {dated(createTime === null ? t('shipped') : t('changed', { time: minute(createTime) }))}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onEdit} aria-label={t('edit') + colon + name}>
            {t('edit')}
          </Button>
          {(['sms', 'mail'] as const).map((channel) => {
            const label = t(channel === 'sms' ? 'testSms' : 'testMail')
            return (
              <Button
                key={channel}
                size="xs"
                variant="subtle"
                loading={isTesting(channel)}
                onClick={() => test(channel)}
                aria-label={label + colon + name}
              >
                {label}
              </Button>
            )
          })}
        </Group>
      </Group>
    </Paper>
  )
}

/** The short texts of notices, which the operator may write anew and send to itself. */
export function Page() {
  const t = useTexts(templateTexts)
  const [open, setOpen] = useState<NoticeTemplate | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [noticeTemplateRoutes.list.path],
    queryFn: ({ signal }) => call(noticeTemplateRoutes.list, { signal }),
  })
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} backTo="/deliveries" />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} aria-busy />}
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.templates.map((template) => (
          <TemplateRow key={template.kind} template={template} onEdit={() => setOpen(template)} />
        ))}
      </Stack>
      {open && <TemplateDialog template={open} onClose={() => setOpen(null)} />}
    </>
  )
}
