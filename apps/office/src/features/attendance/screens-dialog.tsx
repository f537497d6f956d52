import { attendanceRoutes, type DoorScreen } from '@consilium/contract/attendance/attendance.ts'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { minute, orNothing } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { attendanceTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'

function Address({ url }: { url: string }) {
  const t = useTexts(attendanceTexts)
  const copy = () => void navigator.clipboard.writeText(url).then(() => notifyDone(t('copied')))
  return (
    <Stack gap="sm">
      <TextInput
        label={t('address')}
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group gap="sm">
        <Button component="a" href={new URL(url).pathname} target="_blank" rel="noopener">
          {t('openHere')}
        </Button>
        {'clipboard' in navigator && (
          <Button variant="default" onClick={copy}>
            {t('copy')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function Running({ screen }: { screen: DoorScreen }) {
  const t = useTexts(attendanceTexts)
  const end = useSend(attendanceRoutes.endScreen)
  const run = () =>
    end.mutate({ params: { screenId: screen.screenId } }, { onSuccess: () => notifyDone(t('ended')) })
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" flex="1 1 12rem">
        {dated(t('openedBy', { name: orNothing(screen.createUserName), time: minute(screen.createTime) }))}
      </Text>
      <Button variant="light" color="red" loading={end.isPending} onClick={run}>
        {t('end')}
      </Button>
      {end.error && <RequestError error={end.error} />}
    </Group>
  )
}

/** Makes addresses for the tablets at the door, and ends them. */
export default function ScreensDialog({ meetingId, onClose }: { meetingId: number; onClose: () => void }) {
  const t = useTexts(attendanceTexts)
  const open = useSend(attendanceRoutes.openScreen)
  const { data, error } = useQuery({
    queryKey: [attendanceRoutes.screens.path, meetingId],
    queryFn: ({ signal }) => call(attendanceRoutes.screens, { params: { meetingId }, signal }),
  })
  const failure = open.error ?? error
  return (
    <Dialog title={t('screens')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('screenHint')}</Text>
        {failure && <RequestError error={failure} />}
        {open.data ? (
          <Address url={open.data.url} />
        ) : (
          <Button loading={open.isPending} onClick={() => open.mutate({ body: { meetingId } })}>
            {t('newScreen')}
          </Button>
        )}
        {data && data.length > 0 && (
          <Stack gap="xs">
            <Title order={3} size="h5">
              {t('runningScreens')}
            </Title>
            {data.map((screen) => (
              <Running key={screen.screenId} screen={screen} />
            ))}
          </Stack>
        )}
      </Stack>
    </Dialog>
  )
}
