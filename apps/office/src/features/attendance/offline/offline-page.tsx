import { PRIVACY_PATH } from '@consilium/contract/addresses.ts'
import { PHONE_PATTERN, plainPhone } from '@consilium/contract/digits.ts'
import { isInWeChat } from '@consilium/web-kit/in-wechat.ts'
import { outsideFrameTexts } from '@consilium/web-kit/words/outside-texts.ts'
import {
  Alert,
  Anchor,
  Button,
  Code,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconCloudOff, IconDeviceMobileCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Brand } from '../../../components/brand.tsx'
import { Confirm } from '../../../components/dialogs/confirm.tsx'
import { RequestError } from '../../../components/dialogs/request-error.tsx'
import { LinkButton } from '../../../components/links.tsx'
import { useColon } from '../../../lib/format.ts'
import { setLanguage, useLanguage, useTexts } from '../../../lib/texts.ts'
import { keepApp } from '../../../lib/versions.ts'
import { canKeep, KEPT_MAX, type KeptEntry } from './outbox.ts'
import { offlineTexts } from './texts.ts'
import { useOutbox, type OutboxState } from './use-outbox.ts'

const PHONE_LENGTH = 11

/** `13912345678` as `139****5678`: the screen is seen by whoever stands at the door. */
const masked = (phone: string) => phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')

function OtherBrowser() {
  const t = useTexts(offlineTexts)
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(location.href).then(() => setCopied(true))
  return (
    <Stack gap="sm">
      <Alert color="yellow" title={t('refused')}>
        {t('refusedHint')}
      </Alert>
      <TextInput
        label={t('address')}
        readOnly
        value={location.href}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {'clipboard' in navigator && (
        <Button variant="default" onClick={copy}>
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
      )}
    </Stack>
  )
}

/** True once the page opens without a network. */
function usePrepared(): boolean {
  const [isPrepared, setPrepared] = useState(false)
  useEffect(() => {
    void keepApp({ atOnce: true })
    void navigator.serviceWorker?.ready.then(() => setPrepared(true))
  }, [])
  return isPrepared
}

interface EntryFormProps {
  box: OutboxState
  /** A refused entry that is typed again. */
  start: KeptEntry | undefined
  onKept: () => void
}

function EntryForm({ box, start, onKept }: EntryFormProps) {
  const t = useTexts(offlineTexts)
  const field = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<KeptEntry['kind']>(start?.kind ?? 'in')
  const [phone, setPhone] = useState(start?.phone ?? '')
  const [name, setName] = useState(start?.name ?? '')
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState('')

  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const plain = plainPhone(phone)
    if (!PHONE_PATTERN.test(plain)) {
      setProblem(t('phoneWrong'))
      return field.current?.focus()
    }
    const isKept = await box.keep({ kind, phone: plain, name: name.normalize('NFKC').trim() })
    setProblem(isKept ? undefined : t('full', { most: KEPT_MAX }))
    if (!isKept) return
    setSaid(t('kept', { phone: masked(plain) }))
    setPhone('')
    setName('')
    field.current?.focus()
    onKept()
  }

  return (
    <form onSubmit={(event) => void keep(event)} noValidate>
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label={t('kind')}
          value={kind}
          onChange={(value) => setKind(value as KeptEntry['kind'])}
          data={[
            { value: 'in', label: t('in') },
            { value: 'out', label: t('out') },
          ]}
        />
        <TextInput
          ref={field}
          label={t('phone')}
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          maxLength={2 * PHONE_LENGTH}
          withAsterisk
          value={phone}
          onChange={({ currentTarget }) => setPhone(currentTarget.value)}
          error={problem}
        />
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit">{t('keep')}</Button>
        <Text size="sm" c="teal" role="status">
          {said}
        </Text>
      </Stack>
    </form>
  )
}

interface EntryProps {
  entry: KeptEntry
  onAgain: () => void
  onDrop: () => void
}

function Entry({ entry, onAgain, onDrop }: EntryProps) {
  const t = useTexts(offlineTexts)
  const colon = useColon()
  const { kind, phone, name, time, refusal } = entry
  return (
    <Stack component="li" gap={4}>
      <Text size="sm">
        {t(kind)} {masked(phone)} {name} {time}
      </Text>
      {refusal !== null && (
        <>
          <Text size="sm" c="var(--mantine-color-error)">
            {t('problem') + colon + refusal}
          </Text>
          <Group gap="sm">
            <Button size="xs" variant="default" onClick={onAgain}>
              {t('again')}
            </Button>
            <Button size="xs" variant="subtle" color="red" onClick={onDrop}>
              {t('drop')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

function Delivery({ box, meetingId }: { box: OutboxState; meetingId: number }) {
  const t = useTexts(offlineTexts)
  return (
    <Stack gap="sm">
      {box.isOffline && (
        <Alert color="yellow" icon={<IconCloudOff size={18} aria-hidden />} role="status">
          {t('offline')}
        </Alert>
      )}
      {box.needsLogin && (
        <Alert color="yellow" role="status">
          {t('loginNeeded')}
          <LinkButton to={`/login?returnTo=/door/${meetingId}`} mt="sm" size="xs">
            {t('login')}
          </LinkButton>
        </Alert>
      )}
      {box.error !== null && <RequestError error={box.error} />}
      {box.recorded > 0 && (
        <Text size="sm" c="teal" role="status">
          {t('sent', { count: box.recorded })}
        </Text>
      )}
    </Stack>
  )
}

function Desk({ box, meetingId }: { box: OutboxState; meetingId: number }) {
  const t = useTexts(offlineTexts)
  const isPrepared = usePrepared()
  const [again, setAgain] = useState<KeptEntry>()
  const [dropped, setDropped] = useState<KeptEntry>()
  const finish = () => {
    if (again) void box.remove(again.entryKey)
    setAgain(undefined)
  }
  return (
    <Stack gap="md">
      {box.meeting && <Text fw={600}>{box.meeting.title}</Text>}
      <Text size="sm" c="dimmed">
        {t('about')}
      </Text>
      <Group gap="xs" wrap="nowrap" role="status">
        <IconDeviceMobileCheck size={18} aria-hidden style={{ flexShrink: 0 }} />
        <Text size="sm">{t(isPrepared ? 'prepared' : 'preparing')}</Text>
      </Group>
      <EntryForm key={again?.entryKey} box={box} start={again} onKept={finish} />
      <Delivery box={box} meetingId={meetingId} />
      <Group justify="space-between">
        <Title order={2} size="h5">
          {t('waiting', { count: box.entries.length })}
        </Title>
        {box.entries.length > 0 && (
          <Button size="xs" variant="default" loading={box.isSending} onClick={() => void box.send()}>
            {t('send')}
          </Button>
        )}
      </Group>
      {box.entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('nothing')}
        </Text>
      ) : (
        <Stack component="ul" gap="sm" m={0} pl="md">
          {box.entries.map((entry) => (
            <Entry
              key={entry.entryKey}
              entry={entry}
              onAgain={() => setAgain(entry)}
              onDrop={() => setDropped(entry)}
            />
          ))}
        </Stack>
      )}
      {dropped && (
        <Confirm
          danger
          title={t('dropAsk')}
          confirmLabel={t('drop')}
          onConfirm={() => box.remove(dropped.entryKey)}
          onClose={() => setDropped(undefined)}
        >
          {t('dropHint', { phone: masked(dropped.phone) })}
        </Confirm>
      )}
    </Stack>
  )
}

function OwnDesk({ meetingId }: { meetingId: number }) {
  const t = useTexts(offlineTexts)
  const box = useOutbox(meetingId)
  if (!box) return null
  if (!('broken' in box)) return <Desk box={box} meetingId={meetingId} />
  return (
    <Alert color="red" title={t('unreadable')}>
      <Code>{String(box.broken)}</Code>
    </Alert>
  )
}

/** The page stands alone, since whoever helps at the door may use a phone that nobody has logged in on. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts(outsideFrameTexts)
  const language = useLanguage()
  const other = language === 'en' ? 'zh-CN' : 'en'
  useEffect(() => {
    document.title = `${title} · Consilium`
  }, [title])
  return (
    <Stack component="main" gap="lg" maw={472} mx="auto" p="md">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Brand size={36} />
          <Text fw={700}>Consilium</Text>
        </Group>
        <Button variant="subtle" flex="none" lang={other} onClick={() => setLanguage(other)}>
          {t('language')}
        </Button>
      </Group>
      <Paper withBorder radius="lg" p={{ base: 'md', xs: 'xl' }} shadow="sm">
        <Title order={1} size="h3" mb="md">
          {title}
        </Title>
        {children}
      </Paper>
      <Anchor href={PRIVACY_PATH} size="sm" ta="center">
        {t('privacy')}
      </Anchor>
    </Stack>
  )
}

/** A helper at the door keeps sign-ins on the phone, with or without a network, and sends them when there is one. */
export function Page() {
  const t = useTexts(offlineTexts)
  const { meetingId = '' }: { meetingId?: string } = useParams({ strict: false })
  // WeChat may empty what a page keeps at any time, so that it counts as a browser that keeps nothing.
  const mayKeep = canKeep() && !isInWeChat()
  return (
    <Frame title={t('title')}>{mayKeep ? <OwnDesk meetingId={Number(meetingId)} /> : <OtherBrowser />}</Frame>
  )
}
