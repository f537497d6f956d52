import type { LaborAgreement } from '@consilium/contract/agreements.ts'
import { SIGNING_CONSENT } from '@consilium/contract/signing-consent.ts'
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
import { ContractPaper } from './contract-paper.tsx'
import type { Drawn, Signature } from './drawing.ts'
import { FeeLines } from './fee-lines.tsx'
import { ReadingBar } from './reading-bar.tsx'
import { isCode, SignCodeField } from './sign-code-field.tsx'
import { SignatureField } from './signature-field.tsx'
import { feeTexts } from './fee-texts.ts'
import { signingTexts } from './signing-texts.ts'
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
  /** Given if the name was typed. */
  typedName?: string
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

type Picture = Extract<Drawn, { picture: string }>
type Problem = { consent?: string; signature?: string; smsCode?: string }

interface SignFormProps extends Pick<ContractStepProps, 'agreement' | 'sign'> {
  isRead: boolean
  isAmendment: boolean
}

function SignForm({ agreement, sign, isRead, isAmendment }: SignFormProps) {
  const t = useTexts(signingTexts)
  const language = useLanguage()
  const signature = useRef<Signature | null>(null)
  const [hasConsent, setConsent] = useState(false)
  const [smsCode, setCode] = useState('')
  const [problem, setProblem] = useState<Problem>({})
  const [drawn, setDrawn] = useState<Picture | null>(null)
  const settle = (what: keyof Problem) => {
    Confirm.preload()
    setProblem(({ [what]: _settled, ...rest }) => rest)
  }
  const check = () => {
    const read: Drawn = signature.current?.read() ?? { problem: 'empty' }
    const found: Problem = {
      ...(hasConsent && isRead ? {} : { consent: t(isRead ? 'consentMissing' : 'notRead') }),
      ...('problem' in read ? { signature: t(read.problem, { name: agreement.name }) } : {}),
      ...(isCode(smsCode) ? {} : { smsCode: t('codeMissing') }),
    }
    setProblem(found)
    if (hasConsent && isRead && isCode(smsCode) && 'picture' in read) setDrawn(read)
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
          signature={signature}
          name={agreement.name}
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
      {drawn !== null && (
        <Confirm
          title={t('confirmTitle')}
          confirmLabel={t('signNow')}
          onConfirm={() =>
            sign({
              handsign: drawn.picture,
              ...(drawn.typedName === undefined ? {} : { typedName: drawn.typedName }),
              smsCode,
              readToEnd: isRead,
              consentVersion: SIGNING_CONSENT.version,
            })
          }
          onClose={() => setDrawn(null)}
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
  const fee = useTexts(feeTexts)
  const [isRead, read] = useState(false)
  const setRead = useCallback(() => read(true), [])
  const paper = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLDivElement>(null)
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
            ...(agreement.payerCreditCode === null
              ? []
              : ([[t('creditCode'), agreement.payerCreditCode]] as const)),
          ]}
        />
      </Section>
      <Section title={t('agreementText')} actions={correct}>
        {agreement.laborProtocol === null ? (
          <DrawUp attendeeId={agreement.attendeeId} />
        ) : (
          <ContractPaper
            agreement={agreement}
            protocol={agreement.laborProtocol}
            paper={paper}
            onReached={setRead}
          />
        )}
      </Section>
      {agreement.abilities.sign && (
        <div ref={form} tabIndex={-1} className={classes.form}>
          <SignForm agreement={agreement} sign={sign} isRead={isRead} isAmendment={isAmendment} />
        </div>
      )}
      {agreement.abilities.sign && agreement.laborProtocol !== null && (
        <ReadingBar paper={paper} form={form} net={agreement.netAmount} isRead={isRead} />
      )}
    </>
  )
}
