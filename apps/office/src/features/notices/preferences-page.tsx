import {
  noticeRoutes,
  type NoticePreferences,
  type NoticePreferencesUpdate,
} from '@consilium/contract/notices/preferences.ts'
import { Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Facts, Section } from '../../components/records/record-page.tsx'
import { frameTexts } from '../../components/texts.ts'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { KindRows } from './kind-rows.tsx'
import { noticeTexts } from '@consilium/web-kit/words/notice-texts.ts'

type Draft = Pick<NoticePreferences, 'kinds' | 'quietFrom' | 'quietUntil' | 'language'>

const bodyOf = ({ kinds, ...rest }: Draft): NoticePreferencesUpdate => ({
  ...rest,
  kinds: kinds.map(({ kind, mode, sms, mail }) => ({ kind, mode, sms, mail })),
})

const HALF_HOURS = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0')
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`
})

/** The API takes any minute, so a stored time between two half hours stays on the list. */
const halfHoursWith = (stored: string) => [...new Set([...HALF_HOURS, stored])].toSorted()

interface PartProps {
  draft: Draft
  initial: NoticePreferences
  change: (part: Partial<Draft>) => void
}

function Quiet({ draft, initial, change }: PartProps) {
  const t = useTexts(noticeTexts)
  return (
    <Section title={t('quiet')}>
      <Group gap="md" align="flex-end">
        <NativeSelect
          label={t('from')}
          value={draft.quietFrom}
          data={halfHoursWith(initial.quietFrom)}
          onChange={({ currentTarget }) => change({ quietFrom: currentTarget.value })}
        />
        <NativeSelect
          label={t('until')}
          value={draft.quietUntil}
          data={halfHoursWith(initial.quietUntil)}
          onChange={({ currentTarget }) => change({ quietUntil: currentTarget.value })}
        />
        <NativeSelect
          label={t('language')}
          value={draft.language}
          data={[
            { value: 'zh-CN', label: t('chinese') },
            { value: 'en', label: t('english') },
          ]}
          onChange={({ currentTarget }) => change({ language: currentTarget.value as Draft['language'] })}
        />
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {t('quietHint')}
      </Text>
    </Section>
  )
}

function Form({ initial }: { initial: NoticePreferences }) {
  const t = useTexts(noticeTexts)
  const frame = useTexts(frameTexts)
  const [draft, setDraft] = useState<Draft>(initial)
  const send = useSend(noticeRoutes.changePreferences)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const save = () => send.mutate({ body: bodyOf(draft) }, { onSuccess: () => notifyDone(t('saved')) })
  const { channels, digestAt } = initial
  return (
    <Stack gap="md" maw={880}>
      <Section title={t('channels')}>
        <Facts
          cols={2}
          items={[
            [t('phone'), channels.sms ?? t('noSms')],
            [t('mailAddress'), channels.mail ?? t('noMail')],
          ]}
        />
      </Section>
      <Section title={t('kind')}>
        <Text size="sm" c="dimmed" mb="md">
          {t('digestHint', { time: digestAt })}
        </Text>
        <KindRows kinds={draft.kinds} channels={channels} onChange={(kinds) => change({ kinds })} />
      </Section>
      <Quiet draft={draft} initial={initial} change={change} />
      {send.error && <RequestError error={send.error} />}
      <Group>
        <Button loading={send.isPending} onClick={save}>
          {frame('save')}
        </Button>
      </Group>
    </Stack>
  )
}

/** How the caller is told of each kind of notice. */
export function Page() {
  const t = useTexts(noticeTexts)
  const { data, error, refetch } = useQuery({
    queryKey: [noticeRoutes.preferences.path],
    queryFn: ({ signal }) => call(noticeRoutes.preferences, { signal }),
  })
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {data ? <Form initial={data} /> : !error && <Skeleton height={320} aria-busy />}
    </>
  )
}
