import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import type { AgreementStep } from '@consilium/contract/signing/signing.ts'
import { Skeleton, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { agreement as agreementRoutes } from 'virtual:light-routes'
import { onDemand } from '../../../components/on-demand.tsx'
import { RecordPage } from '../../../components/records/record-page.tsx'
import { RequestError } from '../../../components/dialogs/request-error.tsx'
import { refresh, useSend } from '../../../lib/requests/send.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ApprovedOnly } from '../../profile/audit-notice.tsx'
import { ContractStep } from '../contract/contract-step.tsx'
import type { Signed } from './sign-form.tsx'
import { InvalidatedNotice, SigningHistory, useHistory } from './signing-history.tsx'
import { SigningSteps } from './signing-steps.tsx'
import { agreementTexts } from '../texts.ts'
import classes from './signing.module.css'

const READING_WIDTH = 820
const STEP_HEIGHT = 560

const stepOnItsWay = <Skeleton height={STEP_HEIGHT} aria-busy />
// The form loads the schemas that validate it, which are larger than the rest of the page.
const FillStep = onDemand(() => import('../contract/fill-step.tsx'), stepOnItsWay)
const AmendmentStep = onDemand(() => import('../contract/amendment-step.tsx'), stepOnItsWay)
// Most have agreed long before.
const ConsentSection = onDemand(
  async () => ({ default: (await import('../../consents/consent-section.tsx')).ConsentSection }),
  stepOnItsWay,
)
const ObstacleNotice = onDemand(() => import('../obstacle-notice.tsx'), stepOnItsWay)
const SignedStep = onDemand(() => import('./signed-step.tsx'), stepOnItsWay)

/** Each new step starts at its top, for sighted users and screen readers. */
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
  // The service stores the step, so a reload continues where the expert was.
  const step = isCorrecting && agreement.step === 'contract' ? 'fill' : agreement.step
  // Personal details are only requested once the agreement can be signed.
  const isOpen = agreement.obstacles.length === 0
  // The consent is asked for last, once nothing else prevents signing.
  const obstacles = agreement.obstacles.filter((obstacle) => obstacle !== 'consentMissing')
  const panel = useStepInView(step)
  const sign = (signature: Signed) => {
    setFailure(null)
    SignedStep.preload()
    return send.mutateAsync({ body: { attendeeId, ...signature, consent: true } }).catch((error: unknown) => {
      setFailure(error)
      // Somebody may have changed the fee; the page must show what would be signed.
      return refresh(client)
    })
  }
  return (
    <Stack gap="md" maw={READING_WIDTH} ref={panel} tabIndex={-1} className={classes.panel}>
      <SigningSteps step={step} />
      <InvalidatedNotice agreement={agreement} />
      {failure !== null && <RequestError error={failure} />}
      {obstacles.length > 0 && <ObstacleNotice obstacles={obstacles} />}
      {obstacles.length === 0 && !isOpen && <ConsentSection isAsking />}
      {isOpen && step === 'fill' && <FillStep agreement={agreement} onDone={() => setCorrecting(false)} />}
      {isOpen && step === 'contract' && (
        <ContractStep agreement={agreement} sign={sign} onCorrect={() => setCorrecting(true)} />
      )}
      {agreement.amendment && (
        <AmendmentStep agreement={agreement} amendment={agreement.amendment} isOpen={isOpen} sign={sign} />
      )}
      {step === 'success' && <SignedStep agreement={agreement} />}
      <SigningHistory attendeeId={attendeeId} />
    </Stack>
  )
}

function OneAgreement({ attendeeId }: { attendeeId: string | undefined }) {
  // Requested together with the agreement, since a later notice would move the text that is being read.
  const { isPending } = useHistory(Number(attendeeId))
  return (
    <RecordPage
      route={agreementRoutes.get}
      params={{ attendeeId }}
      title={({ meetingName }) => meetingName}
      backTo="/my-agreements"
    >
      {(agreement) => (isPending ? stepOnItsWay : <Signing agreement={agreement} />)}
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
