import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import type { AnsweredFile } from '@consilium/contract/client.ts'
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  IconArrowRight,
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconShare,
} from '@tabler/icons-react'
import { useState } from 'react'
import { attendee } from 'virtual:light-routes'
import { LinkButton } from '../../../components/links.tsx'
import { onDemand, wheel } from '../../../components/on-demand.tsx'
import { Facts, Section } from '../../../components/records/record-page.tsx'
import { saveOrExplain } from '../../../components/dialogs/use-saving.ts'
import { RequestError } from '../../../components/dialogs/request-error.tsx'
import { call, isAbort } from '../../../lib/requests/api.ts'
import { minute } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FeeLines } from '../fee/fee-lines.tsx'
import { canShare, fileOf, useSignedDocument } from './signed-document.ts'
import { feeTexts } from '../fee/fee-texts.ts'
import { signedTexts } from './signed-texts.ts'
import classes from './signing.module.css'

const PdfView = onDemand(() => import('../../../components/pdf-view.tsx'), wheel)

const ICON = 18

/** The signed document, to view, download and share. */
function SignedDocument({ agreement }: { agreement: LaborAgreement }) {
  const t = useTexts(signedTexts)
  const read = useSignedDocument(agreement.attendeeId)
  const [shown, setShown] = useState<AnsweredFile | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const name = `${agreement.meetingName}.pdf`
  const use = async (act: (document: AnsweredFile) => unknown) => {
    setBusy(true)
    setError(null)
    try {
      await act(await read())
    } catch (failure) {
      // Closing the share sheet is not an error.
      if (!isAbort(failure)) setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const share = (document: AnsweredFile) => navigator.share({ files: [fileOf(document, name)], title: name })
  return (
    <Section title={t('document')}>
      <Stack gap="md">
        <Group gap="xs">
          <Button
            loading={isBusy && !shown}
            leftSection={shown ? <IconEyeOff size={ICON} aria-hidden /> : <IconEye size={ICON} aria-hidden />}
            onClick={() => (shown ? setShown(null) : void use(setShown))}
          >
            {t(shown ? 'hide' : 'view')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={ICON} aria-hidden />}
            onClick={() => void use((document) => saveOrExplain(document, name))}
          >
            {t('save')}
          </Button>
          {canShare() && (
            <Button
              variant="default"
              leftSection={<IconShare size={ICON} aria-hidden />}
              onClick={() => void use(share)}
            >
              {t('share')}
            </Button>
          )}
        </Group>
        {error !== null && <RequestError error={error} />}
        {shown && <PdfView source={shown.bytes} title={name} />}
      </Stack>
    </Section>
  )
}

const STAMPS = { none: 'stampNone', pending: 'stampPending', failed: 'stampFailed' } as const

/** Who beside the platform states when the document was signed. */
function Stamp({ proof }: { proof: NonNullable<LaborAgreement['proof']> }) {
  const t = useTexts(signedTexts)
  return proof.timestamp === 'stamped'
    ? `${minute(proof.timestampTime)} · ${proof.timestampAuthority}${proof.timestampVerified ? '' : t('stampUnverified')}`
    : t(STAMPS[proof.timestamp])
}

/** Who put the payer's seal and when, or that it is waited for. */
function Seal({ seal }: { seal: NonNullable<LaborAgreement['seal']> }) {
  const t = useTexts(signedTexts)
  return seal.status === 'sealed'
    ? `${seal.sealOrgName} · ${seal.sealedByName} · ${minute(seal.sealedTime)}`
    : t(seal.status === 'awaiting' ? 'sealAwaiting' : 'sealNotNeeded')
}

/** The way to the next agreement that waits for this expert. */
function SignNext() {
  const t = useTexts(signedTexts)
  const { data } = useQuery({
    queryKey: [attendee.list.path, 'next to sign'],
    queryFn: ({ signal }) => call(attendee.list, { query: { toSign: 'true', pageSize: 1 }, signal }),
  })
  const [next] = data?.rows ?? []
  if (!data || !next) return null
  return (
    <LinkButton
      to={`/my-agreements/${next.attendeeId}`}
      mt="sm"
      rightSection={<IconArrowRight size={ICON} aria-hidden />}
    >
      {t('signNext', { count: data.total })}
    </LinkButton>
  )
}

/** Step three: the signed agreement. */
export default function SignedStep({ agreement }: { agreement: LaborAgreement }) {
  const t = useTexts(signedTexts)
  const fee = useTexts(feeTexts)
  const { verifyUrl } = agreement
  return (
    <>
      <Alert color="teal" role="status" icon={<IconCircleCheck />} title={t('done')}>
        <Text size="sm">{t('doneHint')}</Text>
        <SignNext />
      </Alert>
      <SignedDocument agreement={agreement} />
      <Section title={fee('fee')}>
        <FeeLines fee={agreement} />
      </Section>
      <Section title={t('signature')}>
        <Stack gap="md">
          {agreement.handsign !== null && (
            <div className={classes.paper}>
              <img src={agreement.handsign} alt={t('signature')} className={classes.drawn} />
            </div>
          )}
          <Facts
            cols={2}
            items={[
              [t('signedTime'), minute(agreement.signedTime)],
              [t('seal'), agreement.seal !== null && <Seal seal={agreement.seal} />],
              [t('timestamp'), agreement.proof !== null && <Stamp proof={agreement.proof} />],
              [
                t('verify'),
                verifyUrl !== null && (
                  <>
                    <Anchor href={verifyUrl} size="sm" underline="always" className={classes.address}>
                      {verifyUrl}
                    </Anchor>
                    <Text size="xs" c="dimmed">
                      {t('verifyHint')}
                    </Text>
                  </>
                ),
              ],
              [
                t('documentHash'),
                <span key="hash" className={classes.hash}>
                  {agreement.documentHash}
                </span>,
              ],
            ]}
          />
        </Stack>
      </Section>
    </>
  )
}
