import { addressOf } from '@consilium/contract/addresses.ts'
import { agreementRoutes, type LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import type { FeeExplanation } from '@consilium/contract/fees/labor-fees.ts'
import { feeTexts } from '@consilium/web-kit/fee-texts.ts'
import { minute } from '@consilium/web-kit/format.ts'
import { Button } from '../parts/button.tsx'
import { FeeLines } from '../parts/fee.tsx'
import { Notice } from '../parts/notice.tsx'
import { Facts, Section } from '../parts/section.tsx'
import type { View } from '../visit.ts'
import { signedTexts } from './texts.ts'

interface Shown {
  view: View
  agreement: LaborAgreement
}

/** The signed document, to view, download and share. */
function SignedDocument({ view, agreement: { attendeeId, meetingName } }: Shown) {
  const t = view.say(signedTexts)
  const address = addressOf(agreementRoutes.pdf, { attendeeId })
  const name = `${meetingName}.pdf`
  return (
    <Section title={t('document')}>
      <div class="buttons" data-script="document" data-address={address} data-name={name}>
        <Button icon="eye" data-views data-view={t('view')} data-hide={t('hide')}>
          {t('view')}
        </Button>
        <Button kind="plain" icon="download" href={address} data-download={name}>
          {t('save')}
        </Button>
        <span data-part="share" hidden>
          <Button kind="plain" icon="share" data-shares>
            {t('share')}
          </Button>
        </span>
      </div>
    </Section>
  )
}

const STAMPS = { none: 'stampNone', pending: 'stampPending', failed: 'stampFailed' } as const

/** Who beside the platform states when the document was signed. */
function stampOf(view: View, proof: NonNullable<LaborAgreement['proof']>): string {
  const t = view.say(signedTexts)
  return proof.timestamp === 'stamped'
    ? `${minute(proof.timestampTime)} · ${proof.timestampAuthority}${proof.timestampVerified ? '' : t('stampUnverified')}`
    : t(STAMPS[proof.timestamp])
}

/** Who put the payer's seal and when, or that it is waited for. */
function sealOf(view: View, seal: NonNullable<LaborAgreement['seal']>): string {
  const t = view.say(signedTexts)
  return seal.status === 'sealed'
    ? `${seal.sealOrgName} · ${seal.sealedByName} · ${minute(seal.sealedTime)}`
    : t(seal.status === 'awaiting' ? 'sealAwaiting' : 'sealNotNeeded')
}

function Proofs({ view, agreement }: Shown) {
  const t = view.say(signedTexts)
  const { documentHash, handsign, proof, seal, signedTime, verifyUrl } = agreement
  return (
    <Section title={t('signature')}>
      {handsign !== null && (
        <div class="pad">
          <img src={handsign} alt={t('signature')} />
        </div>
      )}
      <Facts
        items={[
          [t('signedTime'), minute(signedTime)],
          [t('seal'), seal && sealOf(view, seal)],
          [t('timestamp'), proof && stampOf(view, proof)],
        ]}
      />
      <dl class="proofs">
        {verifyUrl !== null && (
          <>
            <dt>{t('verify')}</dt>
            <dd>
              <a class="touch" href={verifyUrl}>
                {verifyUrl}
              </a>
              <p class="soft small">{t('verifyHint')}</p>
            </dd>
          </>
        )}
        <dt>{t('documentHash')}</dt>
        <dd>
          <code>{documentHash}</code>
        </dd>
      </dl>
    </Section>
  )
}

/** The next agreement that waits for the same expert, and how many do. */
export interface NextToSign {
  attendeeId: number
  count: number
}

interface SignedStepProps extends Shown {
  explanation: FeeExplanation | null
  next: NextToSign | null
}

/** Step three: the signed agreement. */
export function SignedStep({ view, agreement, explanation, next }: SignedStepProps) {
  const t = view.say(signedTexts)
  return (
    <>
      <Notice tone="good" title={t('done')}>
        <p>{t('doneHint')}</p>
        {next && (
          <Button icon="next" href={`/my-agreements/${next.attendeeId}`}>
            {t('signNext', { count: next.count })}
          </Button>
        )}
      </Notice>
      <SignedDocument view={view} agreement={agreement} />
      <Section title={view.say(feeTexts)('fee')}>
        <FeeLines view={view} attendee={agreement} explanation={explanation} />
      </Section>
      <Proofs view={view} agreement={agreement} />
    </>
  )
}
