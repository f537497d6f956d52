import type { DataConsent } from '@consilium/contract/consents/consents.ts'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consent } from 'virtual:light-routes'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { minute } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { consentTexts } from '@consilium/web-kit/consent-texts.ts'

const useConsent = () =>
  useQuery({
    queryKey: [consent.get.path],
    queryFn: ({ signal }) => call(consent.get, { signal }),
  })

function Agree({ version }: Pick<DataConsent, 'version'>) {
  const t = useTexts(consentTexts)
  const give = useSend(consent.give)
  return (
    <>
      {give.error && <RequestError error={give.error} />}
      <Button
        size="md"
        maw={420}
        loading={give.isPending}
        leftSection={<IconCircleCheck size={20} aria-hidden />}
        onClick={() => give.mutate({ body: { version } })}
      >
        {t('agree')}
      </Button>
    </>
  )
}

function Withdraw() {
  const t = useTexts(consentTexts)
  const withdraw = useSend(consent.withdraw)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button
        variant="default"
        w="fit-content"
        onPointerEnter={Confirm.preload}
        onClick={() => setAsked(true)}
      >
        {t('withdraw')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('withdrawTitle')}
          confirmLabel={t('withdraw')}
          onConfirm={() => withdraw.mutateAsync({})}
          onClose={() => setAsked(false)}
        >
          {t('withdrawHint')}
        </Confirm>
      )}
    </>
  )
}

function Records({ records }: Pick<DataConsent, 'records'>) {
  const t = useTexts(consentTexts)
  if (records.length === 0) return null
  return (
    <details>
      <summary style={{ minHeight: 40, paddingBlock: 8, fontSize: 'var(--mantine-font-size-sm)' }}>
        {t('record')}
      </summary>
      {records.map(({ version, givenTime, endedTime, endedBecause }) => (
        <Text key={givenTime} size="sm">
          {[
            t('version', { version }),
            t('from', { time: minute(givenTime) }),
            ...(endedTime && endedBecause ? [t(endedBecause, { time: minute(endedTime) })] : []),
          ].join(' · ')}
        </Text>
      ))}
    </details>
  )
}

/** About that of the consent, so that what stands below hardly moves. */
const TEXT_HEIGHT = 160

/** The separate consent to the use of identity and bank data: asked for before filling in, withdrawn in the profile. */
export function ConsentSection({ isAsking = false }: { isAsking?: boolean }) {
  const t = useTexts(consentTexts)
  const { data, error, refetch } = useConsent()
  if (error) return <RequestError error={error} onRetry={() => void refetch()} />
  return (
    <Section title={t('title')}>
      {data ? (
        <Stack gap="md">
          {isAsking && <Text fw={600}>{t('ask')}</Text>}
          <Text size={isAsking ? 'md' : 'sm'} maw="42em">
            {data.text}
          </Text>
          {!isAsking && (
            <Text size="sm" fw={600} role="status" style={{ textWrap: 'balance' }}>
              {data.isGiven
                ? t('given', { time: minute(data.givenTime), version: data.version })
                : t('notGiven')}
            </Text>
          )}
          {data.isGiven ? <Withdraw /> : <Agree version={data.version} />}
          {!isAsking && <Records records={data.records} />}
        </Stack>
      ) : (
        <Skeleton height={TEXT_HEIGHT} />
      )}
    </Section>
  )
}
