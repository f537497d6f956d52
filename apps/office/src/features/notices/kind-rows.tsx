import { MESSAGE_KIND_LABELS } from '@consilium/contract/messages/messages.ts'
import {
  NOTICE_CATEGORIES,
  NOTICE_CATEGORY_LABELS,
  NOTICE_KINDS,
  NOTICE_MODE_LABELS,
  NOTICE_MODES,
  type NoticeMode,
} from '@consilium/contract/notices/notice-kinds.ts'
import type { NoticePreferences, Preference } from '@consilium/contract/notices/preferences.ts'
import { Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { noticeTexts } from '@consilium/web-kit/words/notice-texts.ts'

interface RowProps {
  preference: Preference
  channels: NoticePreferences['channels']
  onChange: (changed: Preference) => void
}

function KindRow({ preference, channels, onChange }: RowProps) {
  const t = useTexts(noticeTexts)
  const label = useLabel(MESSAGE_KIND_LABELS)
  const mode = useLabel(NOTICE_MODE_LABELS)
  const name = label(preference.kind)
  const isOff = preference.mode === 'off'
  return (
    <Group justify="space-between" gap="sm" wrap="wrap">
      <Stack gap={0} flex="1 1 12rem">
        <Text>{name}</Text>
        {preference.isRequired && (
          <Text size="xs" c="dimmed">
            {t('required')}
          </Text>
        )}
      </Stack>
      <Group gap="sm">
        <NativeSelect
          aria-label={`${name} · ${t('when')}`}
          value={preference.mode}
          data={NOTICE_MODES.map((value) => ({ value, label: mode(value) }))}
          onChange={({ currentTarget }) =>
            onChange({ ...preference, mode: currentTarget.value as NoticeMode })
          }
        />
        <Group gap="sm" wrap="nowrap">
          {(['sms', 'mail'] as const).map((channel) => (
            <Checkbox
              key={channel}
              label={t(channel)}
              styles={{ label: { whiteSpace: 'nowrap' } }}
              aria-label={`${name} · ${t(channel)}`}
              checked={preference[channel] && !isOff}
              disabled={isOff || channels[channel] === null}
              onChange={({ currentTarget }) => onChange({ ...preference, [channel]: currentTarget.checked })}
            />
          ))}
        </Group>
      </Group>
    </Group>
  )
}

interface KindRowsProps {
  kinds: readonly Preference[]
  channels: NoticePreferences['channels']
  onChange: (kinds: Preference[]) => void
}

/** Every kind of notice under its category, with when and how it is told. */
export function KindRows({ kinds, channels, onChange }: KindRowsProps) {
  const category = useLabel(NOTICE_CATEGORY_LABELS)
  const groups = Map.groupBy(kinds, ({ kind }) => NOTICE_KINDS[kind].category)
  return (
    <Stack gap="lg">
      {NOTICE_CATEGORIES.filter((each) => groups.has(each)).map((each) => (
        <Stack key={each} gap="sm">
          <Title order={3} size="h5">
            {category(each)}
          </Title>
          {groups.get(each)!.map((preference) => (
            <KindRow
              key={preference.kind}
              preference={preference}
              channels={channels}
              onChange={(changed) =>
                onChange(kinds.map((one) => (one.kind === changed.kind ? changed : one)))
              }
            />
          ))}
        </Stack>
      ))}
    </Stack>
  )
}
