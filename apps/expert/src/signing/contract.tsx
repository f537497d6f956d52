import { agreementRoutes, type LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import {
  agreementNumber,
  CONTRACT_TITLE,
  contractLines,
  type ContractLine,
} from '@consilium/contract/agreements/contract-text.ts'
import type { FeeExplanation } from '@consilium/contract/fees/labor-fees.ts'
import { feeTexts } from '@consilium/web-kit/fee-texts.ts'
import { money, orNothing, yuan } from '@consilium/web-kit/format.ts'
import { frameTexts } from '../frame/texts.ts'
import { Button } from '../parts/button.tsx'
import { FeeLines } from '../parts/fee.tsx'
import { Icon } from '../parts/icon.tsx'
import { Facts, Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { View } from '../visit.ts'
import { SignForm } from './sign-form.tsx'
import { signingTexts } from './texts.ts'

interface Shown {
  view: View
  agreement: LaborAgreement
}

/** Asks the service to draw up the contract, which the page then contains. */
function DrawUp({ view, agreement: { attendeeId } }: Shown) {
  return (
    <Sending route={agreementRoutes.contract} body={{ attendeeId }}>
      <p role="status">{view.say(signingTexts)('drawingUp')}</p>
      <div class="buttons again">
        <Button type="submit" kind="plain" data-at-once>
          {view.say(frameTexts)('retry')}
        </Button>
      </div>
    </Sending>
  )
}

function Line({ line }: { line: ContractLine }) {
  if (line.kind === 'heading') return <h4>{line.text}</h4>
  if (line.kind === 'prose') return <p>{line.text}</p>
  return (
    <p class="clause">
      <span>{line.number}</span>
      <span>{line.text}</span>
    </p>
  )
}

const Sizes = ({ view }: { view: View }) => {
  const t = view.say(signingTexts)
  return (
    <div class="sizes">
      <button type="button" class="symbol" data-size="-1" aria-label={t('smaller')}>
        <Icon name="textSmaller" />
      </button>
      <button type="button" class="symbol" data-size="1" aria-label={t('larger')}>
        <Icon name="textLarger" />
      </button>
    </div>
  )
}

/** Where the script of the page finds the contract and what belongs to it. */
export const PAPER = 'paper'

/** The contract as the document will show it, with its head; in Chinese, as it is signed. */
function ContractPaper({ view, agreement, protocol }: Shown & { protocol: string }) {
  const t = view.say(signingTexts)
  const { meetingName, name, netAmount, orgName, payerCreditCode, unit } = agreement
  return (
    <>
      <Sizes view={view} />
      <div
        id={PAPER}
        class="paper"
        lang="zh-CN"
        data-script="reading"
        data-name={name}
        data-confirm={t('confirmHint', { meeting: meetingName, net: money(netAmount) })}
      >
        <h3>{CONTRACT_TITLE}</h3>
        <p class="number">{`${t('agreementNumber')} ${agreementNumber(agreement.attendeeId)}`}</p>
        <dl class="parties">
          <dt>{t('partyA')}</dt>
          <dd>
            {orgName}
            {payerCreditCode !== null && <small>{payerCreditCode}</small>}
          </dd>
          <dt>{t('partyB')}</dt>
          <dd>
            {name}
            {unit !== null && <small>{unit}</small>}
          </dd>
        </dl>
        {contractLines(protocol).map((line, index) => (
          <Line key={index} line={line} />
        ))}
        <div class="mark" aria-hidden="true" />
      </div>
    </>
  )
}

/** The sum, how far the contract is read, and the way to the signature; it stays until that is in sight. */
function ReadingBar({ view, agreement }: Shown) {
  const t = view.say(signingTexts)
  return (
    <div class="bar-place">
      <div id="reading" class="reading">
        <div
          role="progressbar"
          aria-label={t('progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={0}
        >
          <span />
        </div>
        <span class="sum">
          <strong>{yuan(agreement.netAmount)}</strong>
          <span class="soft small" data-part="share" />
        </span>
        <Button icon="signature" data-to-sign>
          {t('toSign')}
        </Button>
      </div>
    </div>
  )
}

interface ContractStepProps extends Shown {
  explanation: FeeExplanation | null
  /** The terms are those of an amendment, which shows its amounts itself and has no details to correct. */
  isAmendment?: boolean
}

/** Step two: the contract, the payment and the signature. */
export function ContractStep({ view, agreement, explanation, isAmendment = false }: ContractStepProps) {
  const t = view.say(signingTexts)
  const { attendeeId, laborProtocol, orgName, payerCreditCode } = agreement
  // Also while a contract is drawn up anew, since the form may be filled in already.
  const maySign = agreement.abilities.sign || laborProtocol === null
  const correct = !isAmendment && (
    <Button kind="quiet" icon="pencil" href={`/my-agreements/${attendeeId}?step=fill`}>
      {t('correct')}
    </Button>
  )
  return (
    <>
      <Section title={isAmendment ? t('payer') : view.say(feeTexts)('fee')}>
        {!isAmendment && <FeeLines view={view} attendee={agreement} explanation={explanation} />}
        <Facts
          items={[
            [t('payer'), orNothing(orgName)],
            ...(payerCreditCode === null ? [] : ([[t('creditCode'), payerCreditCode]] as const)),
          ]}
        />
      </Section>
      <Section title={t('agreementText')} actions={correct}>
        {laborProtocol === null ? (
          <DrawUp view={view} agreement={agreement} />
        ) : (
          <ContractPaper view={view} agreement={agreement} protocol={laborProtocol} />
        )}
      </Section>
      {maySign && <SignForm view={view} agreement={agreement} isAmendment={isAmendment} />}
      {maySign && laborProtocol !== null && <ReadingBar view={view} agreement={agreement} />}
    </>
  )
}
