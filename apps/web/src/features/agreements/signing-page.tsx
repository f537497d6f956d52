import { agreementRoutes, type AgreementStep, type LaborAgreement } from '@consilium/contract/agreements.ts'
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { RecordPage } from '../../components/record-page.tsx'
import { RequestError } from '../../components/request-error.tsx'
import { refresh, useSend } from '../../lib/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { ApprovedOnly } from '../profile/audit-notice.tsx'
import { ContractStep } from './contract-step.tsx'
import { FillStep } from './fill-step.tsx'
import { SignedStep } from './signed-step.tsx'
import { InvalidatedNotice, SigningHistory } from './signing-history.tsx'
import { SigningSteps } from './signing-steps.tsx'
import { agreementTexts } from './texts.ts'
import classes from './signing.module.css'

const READING_WIDTH = 820

/** Each new step begins at its top, for the eye and for a screen reader. */
function useStepInView(step: AgreementStep) {
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo({ top: 0 })
    panel.current?.focus({ preventScroll: true })
  }, [step])
  return panel
}

function Signing({ agreement }: { agreement: LaborAgreement }) {
  const client = useQueryClient()
  const send = useSend(agreementRoutes.sign)
  const [isCorrecting, setCorrecting] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { attendeeId } = agreement
  // The service knows the step: a reload goes on where the expert was.
  const step = isCorrecting && agreement.step === 'contract' ? 'fill' : agreement.step
  const panel = useStepInView(step)
  const sign = (handsign: string) => {
    setFailure(null)
    return send.mutateAsync({ body: { attendeeId, handsign, consent: true } }).catch((error: unknown) => {
      setFailure(error)
      // Somebody may have changed the fee meanwhile: what is shown must be what would be signed.
      return refresh(client)
    })
  }
  return (
    <Stack gap="md" maw={READING_WIDTH} ref={panel} tabIndex={-1} className={classes.panel}>
      <SigningSteps step={step} />
      <InvalidatedNotice agreement={agreement} />
      {failure !== null && <RequestError error={failure} />}
      {step === 'fill' && <FillStep agreement={agreement} onDone={() => setCorrecting(false)} />}
      {step === 'contract' && (
        <ContractStep agreement={agreement} sign={sign} onCorrect={() => setCorrecting(true)} />
      )}
      {step === 'success' && <SignedStep agreement={agreement} />}
      <SigningHistory attendeeId={attendeeId} />
    </Stack>
  )
}

function OneAgreement({ attendeeId }: { attendeeId: string | undefined }) {
  return (
    <RecordPage
      route={agreementRoutes.get}
      params={{ attendeeId }}
      title={({ meetingName }) => meetingName}
      subtitle={({ projectName }) => projectName}
      backTo="/my-agreements"
    >
      {(agreement) => <Signing agreement={agreement} />}
    </RecordPage>
  )
}

export function Page() {
  const t = useTexts(agreementTexts)
  const { attendeeId }: { attendeeId?: string } = useParams({ strict: false })
  return (
    <ApprovedOnly title={t('title')}>
      <OneAgreement attendeeId={attendeeId} />
    </ApprovedOnly>
  )
}
