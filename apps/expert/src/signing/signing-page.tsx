import { agreementRoutes, type LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { consentRoutes } from '@consilium/contract/consents/consents.ts'
import type { FeeExplanation } from '@consilium/contract/fees/labor-fees.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import { agreementTexts } from '@consilium/web-kit/agreement-texts.ts'
import { unapprovedPage } from '../parts/audit-notice.tsx'
import { readFee } from '../parts/fee.tsx'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { AmendmentStep } from './amendment.tsx'
import { ContractStep } from './contract.tsx'
import { FillStep } from './fill.tsx'
import { Invalidated, SigningHistory } from './history.tsx'
import { ConsentAsked, Obstacles } from './obstacles.tsx'
import { SignedStep, type NextToSign } from './signed.tsx'
import { SigningSteps } from './steps.tsx'
import { comboboxStyles } from '../parts/inputs/combobox.tsx'
import styles from './style.css?inline'

/** The service stores the step, so the page resumes where the expert was; who goes back to correct something says so. */
const stepOf = ({ query }: Visit, { step }: LaborAgreement) =>
  step === 'contract' && query.get('step') === 'fill' ? 'fill' : step

async function readNext({ client }: Visit): Promise<NextToSign | null> {
  const { rows, total } = await client.call(attendeeRoutes.list, { query: { toSign: 'true', pageSize: 1 } })
  return rows[0] ? { attendeeId: rows[0].attendeeId, count: total } : null
}

interface StepProps {
  visit: Visit
  agreement: LaborAgreement
  explanation: FeeExplanation | null
  next: NextToSign | null
}

function Step({ visit, agreement, explanation, next }: StepProps) {
  const { amendment, obstacles } = agreement
  const step = stepOf(visit, agreement)
  // Personal details are only requested once the agreement can be signed.
  const isOpen = obstacles.length === 0
  const shown = { agreement, explanation }
  return (
    <>
      {isOpen && step === 'fill' && <FillStep visit={visit} {...shown} />}
      {isOpen && step === 'contract' && <ContractStep view={visit} {...shown} />}
      {amendment && <AmendmentStep view={visit} agreement={agreement} amendment={amendment} />}
      {step === 'success' && <SignedStep view={visit} {...shown} next={next} />}
    </>
  )
}

/** The agreement of an expert with a meeting, at the step where it is. */
export async function signingPage(visit: Visit, attendeeId: number): Promise<Page> {
  if (!isApproved(visit)) return unapprovedPage(visit, visit.say(agreementTexts)('title'))
  const { client } = visit
  const [agreement, { rows: history }] = await Promise.all([
    client.call(agreementRoutes.get, { params: { attendeeId } }),
    client.call(signedAgreementRoutes.history, { params: { attendeeId } }),
  ])
  // The consent is asked for last, once nothing else prevents signing.
  const obstacles = agreement.obstacles.filter((obstacle) => obstacle !== 'consentMissing')
  const asksConsent = obstacles.length === 0 && agreement.obstacles.length > 0
  const [explanation, consent, next] = await Promise.all([
    readFee(visit, agreement),
    asksConsent ? client.call(consentRoutes.get, {}) : null,
    agreement.step === 'success' ? readNext(visit) : null,
  ])
  return {
    status: 200,
    title: agreement.meetingName,
    back: '/my-agreements',
    styles: comboboxStyles + styles,
    body: (
      <div class="signing">
        <SigningSteps view={visit} step={stepOf(visit, agreement)} />
        <Invalidated view={visit} history={history} agreement={agreement} />
        {obstacles.length > 0 && <Obstacles view={visit} obstacles={obstacles} />}
        {consent && <ConsentAsked view={visit} consent={consent} />}
        <Step visit={visit} agreement={agreement} explanation={explanation} next={next} />
        <SigningHistory view={visit} history={history} />
      </div>
    ),
  }
}
