import { calendarRoutes } from '@consilium/contract/calendars/calendars.ts'
import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { minute } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { myMeetingTexts } from './texts.ts'

/** The address of a feed, which calendars also know by a scheme of its own. */
function Address({ address }: { address: string }) {
  const t = useTexts(myMeetingTexts)
  const copy = () => void navigator.clipboard.writeText(address).then(() => notifyDone(t('copied')))
  return (
    <Stack gap="sm">
      <TextInput
        label={t('feedAddress')}
        description={t('feedOnce')}
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group gap="sm">
        <Button component="a" href={address.replace(/^https?:/, 'webcal:')}>
          {t('feedOpen')}
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

/** The private address from which calendars read the own meetings. */
export default function FeedDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(myMeetingTexts)
  const renew = useSend(calendarRoutes.renewFeed)
  const end = useSend(calendarRoutes.endFeed)
  const { data: feed, error } = useQuery({
    queryKey: [calendarRoutes.feed.path],
    queryFn: ({ signal }) => call(calendarRoutes.feed, { signal }),
  })
  const failure = error ?? renew.error ?? end.error
  const isOn = feed?.isOn ?? false
  return (
    <Dialog title={t('subscribe')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('subscribeHint')}</Text>
        {failure && <RequestError error={failure} />}
        {!feed && !error && <Skeleton height={40} aria-busy />}
        {isOn && (
          <Text size="sm" c="dimmed">
            {t('feedOn', { time: minute(feed!.createTime) })}
          </Text>
        )}
        {isOn && renew.data && <Address address={renew.data.address} />}
        {feed && (
          <Group gap="sm">
            <Button
              variant={renew.data ? 'default' : 'filled'}
              loading={renew.isPending}
              onClick={() => renew.mutate({})}
            >
              {t(isOn ? 'feedRenew' : 'feedStart')}
            </Button>
            {isOn && (
              <Button
                variant="default"
                loading={end.isPending}
                onClick={() => end.mutate({}, { onSuccess: renew.reset })}
              >
                {t('feedEnd')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
