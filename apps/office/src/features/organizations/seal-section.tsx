import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  PasswordInput,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { Facts, Section, useRecord } from '../../components/records/record-page.tsx'
import { call } from '../../lib/requests/api.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { sealTexts } from './seal-texts.ts'

const PICTURE_WIDTH = 160

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}

interface FormProps {
  orgId: number
  version: number
  keeperName: string | null
  personsMaySeal: boolean
  onSaved: () => void
}

function SealForm({ orgId, version, keeperName, personsMaySeal, onSaved }: FormProps) {
  const t = useTexts(sealTexts)
  const [picture, setPicture] = useState<File | null>(null)
  const [key, setKey] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [keeper, setKeeper] = useState(keeperName ?? '')
  const [persons, setPersons] = useState(personsMaySeal)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    setError(null)
    try {
      await call(sealRoutes.change, {
        body: {
          orgId,
          version,
          personsMaySeal: persons,
          ...(keeper.trim() ? { keeperName: keeper } : {}),
          ...(picture ? { picture: `data:image/png;base64,${await base64Of(picture)}` } : {}),
          ...(key ? { keyFile: await base64Of(key), keyPassword: password } : {}),
        },
      })
      notifyDone(t('saved'))
      onSaved()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm" maw={420} mt="md">
      <FileInput
        label={t('picture')}
        description={t('pictureHint')}
        accept="image/png"
        placeholder={t('choose')}
        value={picture}
        onChange={setPicture}
        clearable
      />
      <TextInput
        label={t('keeper')}
        description={t('keeperHint')}
        required
        autoComplete="off"
        value={keeper}
        onChange={(event) => setKeeper(event.currentTarget.value)}
      />
      <FileInput
        label={t('key')}
        description={t('keyHint')}
        placeholder={t('choose')}
        value={key}
        onChange={setKey}
        clearable
      />
      {key && (
        <PasswordInput
          label={t('password')}
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      <Checkbox
        label={t('personsMaySeal')}
        checked={persons}
        onChange={(event) => setPersons(event.currentTarget.checked)}
      />
      {error !== null && <RequestError error={error} />}
      <Button loading={isBusy} onClick={() => void save()}>
        {t('save')}
      </Button>
    </Stack>
  )
}

interface RemovalProps {
  orgId: number
  onRemoved: () => void
}

function Removal({ orgId, onRemoved }: RemovalProps) {
  const t = useTexts(sealTexts)
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const remove = async () => {
    setError(null)
    try {
      await call(sealRoutes.remove, { params: { orgId } })
      notifyDone(t('removed'))
      onRemoved()
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Stack gap="sm" maw={420} mt="sm">
      {error !== null && <RequestError error={error} />}
      <Button variant="light" color="red" onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('remove')}
          confirmLabel={t('remove')}
          danger
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {t('removeHint')}
        </Confirm>
      )}
    </Stack>
  )
}

function Settings({ orgId }: { orgId: number }) {
  const t = useTexts(sealTexts)
  const { data, error, refetch } = useRecord(sealRoutes.get, { orgId })
  return (
    <Section title={t('seal')}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          {data.picture === null ? (
            <Text size="sm" mb="sm">
              {t('none')}
            </Text>
          ) : (
            <img src={data.picture} alt={t('seal')} width={PICTURE_WIDTH} />
          )}
          {data.picture !== null && data.keeperName === null && (
            <Alert color="orange" role="status" icon={<IconAlertTriangle />} my="sm">
              {t('keeperMissing')}
            </Alert>
          )}
          {data.picture !== null && (
            <Facts
              items={[
                [t('keeper'), orNothing(data.keeperName)],
                [t('certificate'), data.certificateName ?? t('platform')],
                [t('until'), orNothing(data.certificateUntil && minute(data.certificateUntil))],
                [t('persons'), t(data.personsMaySeal ? 'yes' : 'no')],
              ]}
            />
          )}
          <Text size="sm" c="dimmed" mt="sm">
            {t('hint')}
          </Text>
          {data.abilities.update && (
            <SealForm
              key={data.version}
              orgId={orgId}
              version={data.version}
              keeperName={data.keeperName}
              personsMaySeal={data.personsMaySeal}
              onSaved={() => void refetch()}
            />
          )}
          {data.abilities.update && data.picture !== null && (
            <Removal orgId={orgId} onRemoved={() => void refetch()} />
          )}
        </>
      )}
    </Section>
  )
}

/** The seal of a payer, for those who may see it. */
export function SealSection({ orgId }: { orgId: number }) {
  return useMay()(sealRoutes.get) ? <Settings orgId={orgId} /> : null
}
