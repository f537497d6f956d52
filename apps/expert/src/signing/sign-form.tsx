import { agreementRoutes, type LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import { SIGNING_CONSENT } from '@consilium/contract/signing/signing-consent.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import type { View } from '../visit.ts'
import { padTexts, signingTexts } from './texts.ts'

interface Shown {
  view: View
  agreement: LaborAgreement
}

const CODE_LENGTH = 6
const LAST_DIGITS = 4
/** The picture of a typed name has the same resolution as a drawn signature. */
const TYPED = { width: 640, height: 240 }

/** What is wrong with something that is not a field of the form. */
const Problem = ({ of }: { of: string }) => <p id={`${of}-message`} class="message problem" role="alert" />

function Consent({ view }: { view: View }) {
  return (
    <div class="field">
      <label class="tick">
        <input type="checkbox" id="consent" aria-describedby="consent-message" />
        <span>{SIGNING_CONSENT.text[view.language]}</span>
      </label>
      <Problem of="consent" />
    </div>
  )
}

/** The field for a signature: drawn, or typed by whoever cannot draw. */
function Signature({ view, agreement: { name } }: Shown) {
  const t = view.say(padTexts)
  return (
    <>
      <div class="field" data-part="drawn">
        <p class="soft small">{t('padHint')}</p>
        <div class="pad">
          <canvas id="handsign" role="img" aria-label={t('padLabel')} aria-busy="true" data-strokes="" />
        </div>
        <Problem of="handsign" />
        <div class="buttons">
          <Button kind="plain" icon="undo" disabled data-undo>
            {t('undo')}
          </Button>
          <Button kind="plain" icon="eraser" disabled data-clear>
            {t('clear')}
          </Button>
        </div>
      </div>
      <div class="typed" data-part="typed" hidden>
        <TextField
          view={view}
          name="typedName"
          label={t('typedName')}
          hint={t('typedHint', { name })}
          autoComplete="name"
        />
        <div class="pad">
          <canvas
            id="typed"
            {...TYPED}
            role="img"
            aria-label={t('typedPreview', { name: '' })}
            data-label={t('typedPreview', { name: '{{name}}' })}
            data-face="loading"
          />
        </div>
      </div>
      <Button kind="quiet" data-turns data-draw={t('drawInstead')} data-type={t('typeInstead')}>
        {t('typeInstead')}
      </Button>
    </>
  )
}

/** The field for the code of this contract, with the button that sends it to the registered phone. */
function Code({ view, agreement: { attendeeId, phone } }: Shown) {
  const t = view.say(signingTexts)
  return (
    <div>
      <div class="code">
        <TextField
          view={view}
          name="smsCode"
          label={t('smsCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_LENGTH}
        />
        <Button
          kind="light"
          data-route={JSON.stringify(lightRoute(agreementRoutes.signCode))}
          data-body={JSON.stringify({ attendeeId })}
          data-phone={phone.slice(-LAST_DIGITS)}
        >
          {t('sendCode')}
        </Button>
      </div>
      <p id="code-sent" class="small" role="status" aria-live="polite" />
    </div>
  )
}

function Confirm({ view }: { view: View }) {
  const t = view.say(signingTexts)
  return (
    <Dialog view={view} id="confirm" title={t('confirmTitle')}>
      <p data-part="confirm" />
      <div class="buttons">
        <Button data-confirms>{t('signNow')}</Button>
        <Button kind="plain" data-closes="confirm">
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}

/**
 * Consent, signature and code. The part stays as it is when the page around it is shown anew (`client/renew.ts`), so it holds
 * nothing that somebody else may change: that is beside the contract.
 */
export function SignForm({ view, agreement, isAmendment }: Shown & { isAmendment: boolean }) {
  const t = view.say(signingTexts)
  const title = t(isAmendment ? 'newSignature' : 'signature')
  const { attendeeId } = agreement
  const body = { attendeeId, consent: true, consentVersion: SIGNING_CONSENT.version }
  return (
    <section
      id={isAmendment ? 'amended-signature' : 'signature'}
      class="card form"
      tabIndex={-1}
      aria-label={title}
      data-stays
    >
      <h2>{title}</h2>
      <form
        data-script="sign"
        data-route={JSON.stringify(lightRoute(agreementRoutes.sign))}
        data-body={JSON.stringify(body)}
        noValidate
      >
        <Consent view={view} />
        <Signature view={view} agreement={agreement} />
        <Code view={view} agreement={agreement} />
        <div id="sign-outcome" />
        <Button type="submit" icon="signature">
          {t('signNow')}
        </Button>
        <Confirm view={view} />
      </form>
    </section>
  )
}
