import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import { Button, Group, Loader, Skeleton, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { agreement as agreementRoutes } from 'virtual:light-routes'
import { onDemand } from '../../../components/on-demand.tsx'
import { Facts, Section } from '../../../components/records/record-page.tsx'
import { RequestError } from '../../../components/dialogs/request-error.tsx'
import { orNothing } from '../../../lib/format.ts'
import { untilIdle } from '../../../lib/live/idle.ts'
import { useSend } from '../../../lib/requests/send.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ContractPaper } from './contract-paper.tsx'
import { FeeLines } from '../fee/fee-lines.tsx'
import { ReadingBar } from './reading-bar.tsx'
import { feeTexts } from '../fee/fee-texts.ts'
import type { Signed } from '../signing/sign-form.tsx'
import { signingTexts } from '../signing/signing-texts.ts'
import classes from '../signing/signing.module.css'

/** That of the form of signing, on a phone. */
const FORM_HEIGHT = 530

interface ContractStepProps {
  agreement: LaborAgreement
  /** Leads back to the details; an amendment has none to correct. */
  onCorrect?: () => void
  /** The terms are those of an amendment, which shows its amounts itself. */
  isAmendment?: boolean
  sign: (signature: Signed) => Promise<unknown>
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

// It stands below the contract, so its code comes once that can be read, and not only when its reader is near: those who go
// from heading to heading or by keyboard would not find it.
const SignForm = onDemand(
  async () => {
    await untilIdle()
    return { default: (await import('../signing/sign-form.tsx')).SignForm }
  },
  <Skeleton height={FORM_HEIGHT} aria-busy />,
)

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
          <Section title={t(isAmendment ? 'newSignature' : 'signature')}>
            <SignForm agreement={agreement} sign={sign} isRead={isRead} />
          </Section>
        </div>
      )}
      {agreement.abilities.sign && agreement.laborProtocol !== null && (
        <ReadingBar paper={paper} form={form} net={agreement.netAmount} isRead={isRead} />
      )}
    </>
  )
}
