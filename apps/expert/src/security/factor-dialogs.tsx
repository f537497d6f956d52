import { PASSKEY_NAME_MAX } from '@consilium/contract/login/proofs.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'
import { proofTexts } from '@consilium/web-kit/words/proof-texts.ts'
import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { PasswordField } from '../parts/inputs/secrets.tsx'
import type { View } from '../visit.ts'

const CODE = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const
const QR_PIXELS = 200

interface FormProps {
  name: string
  label: string
  children: ComponentChildren
}

const Form = ({ name, label, children }: FormProps) => (
  <form method="post" data-part={name} noValidate>
    {children}
    <div class="buttons">
      <Button type="submit">{label}</Button>
    </div>
  </form>
)

/** What is copied by its button; the text itself is shown in another form. */
const ToCopy = ({ id }: { id: string }) => (
  <textarea id={id} class="unseen" readOnly tabIndex={-1} aria-hidden="true" />
)

/** Asks for the password or a factor before something that needs it. */
function Proof({ view }: { view: View }) {
  const t = view.say(proofTexts)
  return (
    <Dialog view={view} id="proof" title={t('title')}>
      <p>{t('why')}</p>
      <div data-part="told" />
      <Form name="password" label={t('confirm')}>
        <PasswordField
          view={view}
          id="proof-password"
          name="password"
          label={t('password')}
          autoComplete="current-password"
          isRequired
        />
      </Form>
      <Form name="code" label={t('confirm')}>
        <TextField view={view} id="proof-code" name="code" label={t('code')} isRequired {...CODE} />
      </Form>
      <Button kind="light" data-part="passkey">
        {t('usePasskey')}
      </Button>
      <Button kind="quiet" data-uses="code">
        {t('useCode')}
      </Button>
      <Button kind="quiet" data-uses="password">
        {t('usePassword')}
      </Button>
      <p data-part="again">{t('logInAgain')}</p>
    </Dialog>
  )
}

/** The QR code for the app, the key for whoever has the app on this phone, and the field for the confirming code. */
function SetUpApp({ view }: { view: View }) {
  const t = view.say(factorPanelTexts)
  return (
    <Dialog view={view} id="set-up-app" title={t('setUpTotp')}>
      <Form name="code" label={t('confirm')}>
        <p>{t('scan')}</p>
        <div class="qr">
          <img width={QR_PIXELS} height={QR_PIXELS} alt={t('qrCode')} data-part="qr" />
          <p class="soft small">{t('manualKey')}</p>
          <p class="pieces">
            <code data-part="secret" data-testid="totp-secret" />
            <Button kind="quiet" data-copies="totp-key">
              {t('copy')}
            </Button>
          </p>
          <ToCopy id="totp-key" />
        </div>
        <TextField
          view={view}
          id="totp-code"
          name="code"
          label={t('code')}
          hint={t('codeHint')}
          isRequired
          {...CODE}
        />
      </Form>
    </Dialog>
  )
}

/** The codes are shown once, so that only its button closes the dialog. */
function Codes({ view }: { view: View }) {
  const t = view.say(factorPanelTexts)
  return (
    <Dialog view={view} id="codes" title={t('recoveryCodes')} isFixed>
      <p class="notice warning">{t('recoveryHint')}</p>
      <ul class="codes" data-part="codes" />
      <ToCopy id="codes-text" />
      <div class="buttons">
        <Button kind="plain" data-copies="codes-text">
          {t('copy')}
        </Button>
        <Button kind="plain" data-part="download">
          {t('download')}
        </Button>
        <Button data-closes="codes">{t('kept')}</Button>
      </div>
    </Dialog>
  )
}

function AddPasskey({ view }: { view: View }) {
  const t = view.say(factorPanelTexts)
  return (
    <Dialog view={view} id="add-passkey" title={t('addPasskey')}>
      <Form name="name" label={t('addPasskey')}>
        <TextField
          view={view}
          id="passkey-name"
          name="name"
          label={t('passkeyName')}
          hint={t('passkeyNameHint')}
          maxLength={PASSKEY_NAME_MAX}
          isRequired
        />
      </Form>
    </Dialog>
  )
}

/** Dialogs that the script of the page fills in; each is copied when it is opened. */
export const FactorDialogs = ({ view }: { view: View }) => (
  <template data-part="dialogs">
    <Proof view={view} />
    <SetUpApp view={view} />
    <Codes view={view} />
    <AddPasskey view={view} />
  </template>
)
