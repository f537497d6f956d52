import type { LaborAgreement } from '@consilium/contract/agreements.ts'
import { SIGNING_CONSENT } from '@consilium/contract/consent-texts.ts'
import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core'
import { IconPencil, IconSignature } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { agreement as agreementRoutes } from 'virtual:light-routes'
import { Confirm } from '../../components/confirm.tsx'
import { Facts, Section } from '../../components/record-page.tsx'
import { RequestError } from '../../components/request-error.tsx'
import { money, orNothing } from '../../lib/format.ts'
import { useSend } from '../../lib/send.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import type { Drawing } from './drawing.ts'
import { FeeLines } from './fee-lines.tsx'
import { isCode, SignCodeField } from './sign-code-field.tsx'
import { SignatureField } from './signature-field.tsx'
import { agreementTexts, signingTexts } from './texts.ts'
import classes from './signing.module.css'

interface ContractStepProps {
  agreement: LaborAgreement
  /** Leads back to the details; an amendment has none to correct. */
  onCorrect?: () => void
  /** The terms are those of an amendment, which shows its amounts itself. */
  isAmendment?: boolean
  sign: (signature: Signed) => Promise<unknown>
}

export interface Signed {
  handsign: string
  smsCode: string
  readToEnd: boolean
  consentVersion: string
}

/** Asks the service to draw up the contract, which the record then contains. */
function DrawUp({ attendeeId }: { attendeeId: number }) {
  const t = useTexts(signingTexts)
  const { mutate, error } = useSend(agreementRoutes.contract)
  useEffect(() => mutate({ body: { attendeeId } }), [mutate, attendeeId])
  if (error) return <RequestError error={error} onRetry={() => mutate({ body: { attendeeId } })} />
  return (
    <Group role="status" gap="sm">
      <Loader size="sm" />
      <Text size="sm">{t('drawingUp')}</Text>
    </Group>
  )
}

/** Higher than any contract, in pixels. */
const ABOVE = 1_000_000

/** Tells once when the end of the contract has come into view. */
function EndMark({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Everything above the window counts as seen: a jump to the end passes over the mark.
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onReached()
      },
      { rootMargin: `${ABOVE}px 0px 0px 0px` },
    )
    if (mark.current) watcher.observe(mark.current)
    return () => watcher.disconnect()
  }, [onReached])
  return <div ref={mark} aria-hidden style={{ height: 1 }} />
}

function ContractText({ text, onReached }: { text: string; onReached: () => void }) {
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <div className={classes.contract}>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      <EndMark onReached={onReached} />
    </div>
  )
}

type Problem = { consent?: string; signature?: string; smsCode?: string }

interface SignFormProps extends Pick<ContractStepProps, 'agreement' | 'sign'> {
  isRead: boolean
  isAmendment: boolean
}

function SignForm({ agreement, sign, isRead, isAmendment }: SignFormProps) {
  const t = useTexts(signingTexts)
  const language = useLanguage()
  const drawing = useRef<Drawing | null>(null)
  const [hasConsent, setConsent] = useState(false)
  const [smsCode, setCode] = useState('')
  const [problem, setProblem] = useState<Problem>({})
  const [picture, setPicture] = useState<string | null>(null)
  const settle = (what: keyof Problem) => {
    Confirm.preload()
    setProblem(({ [what]: _settled, ...rest }) => rest)
  }
  const check = () => {
    const drawn = drawing.current?.read() ?? { problem: 'empty' as const }
    const found: Problem = {
      ...(hasConsent && isRead ? {} : { consent: t(isRead ? 'consentMissing' : 'notRead') }),
      ...('problem' in drawn ? { signature: t(drawn.problem) } : {}),
      ...(isCode(smsCode) ? {} : { smsCode: t('codeMissing') }),
    }
    setProblem(found)
    if (hasConsent && isRead && isCode(smsCode) && 'picture' in drawn) setPicture(drawn.picture)
  }
  return (
    <Section title={t(isAmendment ? 'newSignature' : 'signature')}>
      <Stack gap="md">
        <Checkbox
          className={classes.consent}
          label={SIGNING_CONSENT.text[language]}
          size="md"
          checked={hasConsent}
          // The end may come into view after the button was pressed.
          error={problem.consent && !(hasConsent && isRead) && t(isRead ? 'consentMissing' : 'notRead')}
          onChange={({ currentTarget: { checked } }) => {
            setConsent(checked)
            settle('consent')
          }}
        />
        <SignatureField
          drawing={drawing}
          error={problem.signature ?? null}
          onChange={() => settle('signature')}
        />
        <SignCodeField
          attendeeId={agreement.attendeeId}
          phone={agreement.phone}
          value={smsCode}
          error={problem.smsCode ?? null}
          onChange={(value) => {
            setCode(value)
            settle('smsCode')
          }}
        />
        <Button
          size="lg"
          fullWidth
          maw={420}
          leftSection={<IconSignature size={20} aria-hidden />}
          onClick={check}
        >
          {t('signNow')}
        </Button>
      </Stack>
      {picture !== null && (
        <Confirm
          title={t('confirmTitle')}
          confirmLabel={t('signNow')}
          onConfirm={() =>
            sign({ handsign: picture, smsCode, readToEnd: isRead, consentVersion: SIGNING_CONSENT.version })
          }
          onClose={() => setPicture(null)}
        >
          {t('confirmHint', { meeting: agreement.meetingName, net: money(agreement.netAmount) })}
        </Confirm>
      )}
    </Section>
  )
}

/** Step two: the contract, the payment and the signature. */
export function ContractStep({ agreement, onCorrect, isAmendment = false, sign }: ContractStepProps) {
  const t = useTexts(signingTexts)
  const fee = useTexts(agreementTexts)
  const [isRead, read] = useState(false)
  const setRead = useCallback(() => read(true), [])
  const correct = onCorrect && (
    <Button variant="subtle" leftSection={<IconPencil size={16} aria-hidden />} onClick={onCorrect}>
      {t('correct')}
    </Button>
  )
  return (
    <>
      <Section title={isAmendment ? t('payer') : fee('fee')}>
        {!isAmendment && <FeeLines fee={agreement} />}
        <Facts
          items={[
            [t('payer'), orNothing(agreement.orgName)],
            [t('creditCode'), orNothing(agreement.payerCreditCode)],
          ]}
        />
      </Section>
      <Section title={t('agreementText')} actions={correct}>
        {agreement.laborProtocol === null ? (
          <DrawUp attendeeId={agreement.attendeeId} />
        ) : (
          <ContractText text={agreement.laborProtocol} onReached={setRead} />
        )}
      </Section>
      {agreement.abilities.sign && (
        <SignForm agreement={agreement} sign={sign} isRead={isRead} isAmendment={isAmendment} />
      )}
    </>
  )
}
