import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { bytes } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { useErrorText } from '../dialogs/request-error.tsx'
import { fileTexts } from '@consilium/web-kit/words/file-texts.ts'
import type { UploadItem, Uploads } from './use-uploads.ts'
import classes from './upload.module.css'

const WHOLE = 100

function UploadLine({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const t = useTexts(fileTexts)
  const say = useErrorText()
  const { name, size } = item.file
  const percent = Math.round(item.share * WHOLE)
  const hasFailed = item.state === 'failed'
  return (
    <Group component="li" wrap="nowrap" gap="xs" className={classes.line} data-state={item.state}>
      <Stack gap={4} flex={1} miw={0}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" className={classes.figure}>
            {hasFailed ? bytes(size) : `${percent}%`}
          </Text>
        </Group>
        {hasFailed ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {say(item.error)}
          </Text>
        ) : (
          <Progress.Root size="sm">
            <Progress.Section value={percent} aria-label={t('uploading', { name, percent })} />
          </Progress.Root>
        )}
      </Stack>
      {hasFailed && (
        <ActionIcon aria-label={t('retryUpload', { name })} onClick={() => uploads.retry(item.key)}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        color="gray"
        aria-label={t(hasFailed ? 'removeFile' : 'cancelUpload', { name })}
        onClick={() => uploads.cancel(item.key)}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** The running uploads with their progress. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.items.length === 0) return null
  return (
    <ul className={classes.list}>
      {uploads.items.map((item) => (
        <UploadLine key={item.key} item={item} uploads={uploads} />
      ))}
    </ul>
  )
}
