import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import { passkeyRoutes } from '@consilium/contract/login/passkeys.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { factorTexts } from '@consilium/web-kit/words/factor-texts.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import type { OutsideVisit, View } from '../visit.ts'
import type { OutsidePage } from './document.tsx'
import { CodeField, PasswordField } from '../parts/inputs/secrets.tsx'
import { Asking, PhoneField, Submit } from './fields.tsx'
import { outsideTexts } from './texts.ts'

const WAYS = ['password', 'sms'] as const
const CODE = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const

function Tabs({ view }: { view: View }) {
  const t = view.say(outsideTexts)
  return (
    <div class="tabs" role="tablist" aria-label={t('ways')}>
      {WAYS.map((way, index) => (
        <button
          key={way}
          type="button"
          role="tab"
          id={`tab-${way}`}
          aria-controls={`panel-${way}`}
          aria-selected={index === 0}
          tabIndex={index === 0 ? 0 : -1}
        >
          {t(way === 'password' ? 'byPassword' : 'bySms')}
        </button>
      ))}
    </div>
  )
}

function ByPassword({ view }: { view: View }) {
  const t = view.say(outsideTexts)
  return (
    <Asking route={accountRoutes.login} ends="login">
      <TextField
        view={view}
        name="username"
        label={t('userName')}
        placeholder={t('userNameOrPhone')}
        autoComplete="username webauthn"
        isRequired
      />
      <PasswordField
        view={view}
        name="password"
        label={t('password')}
        autoComplete="current-password"
        isRequired
      />
      <p class="end">
        <a href="/forgotten">{t('forgotten')}</a>
      </p>
      <Submit>{t('submit')}</Submit>
    </Asking>
  )
}

function BySms({ view }: { view: View }) {
  return (
    <Asking route={accountRoutes.smsLogin} ends="login" part="sms">
      <PhoneField view={view} />
      <CodeField view={view} name="code" by={{ purpose: 'login' }} />
      <Submit>{view.say(outsideTexts)('submit')}</Submit>
    </Asking>
  )
}

/** Login without a name or password; shown where the browser knows passkeys. */
const ByPasskey = ({ view }: { view: View }) => (
  <div
    class="passkey"
    data-passkey={JSON.stringify({
      options: lightRoute(passkeyRoutes.loginOptions),
      login: lightRoute(passkeyRoutes.login),
    })}
  >
    <Button kind="plain">{view.say(factorTexts)('loginByPasskey')}</Button>
  </div>
)

/** Takes the place of the first step where the account has a second factor (`client/second-step.ts`). */
function SecondStep({ view }: { view: View }) {
  const t = view.say(factorTexts)
  return (
    <template id="second-step" data-title={t('title')}>
      <div class="steps">
        <p data-of="passkey">{t('askPasskey')}</p>
        <div data-of="code">
          <p>{t('askCode')}</p>
          <Asking route={secondFactorRoutes.login} ends="arrival">
            <TextField view={view} name="code" label={t('code')} isRequired {...CODE} />
            <Submit>{t('verify')}</Submit>
          </Asking>
        </div>
        <div data-of="recoveryCode">
          <p>{t('askRecovery')}</p>
          <Asking route={secondFactorRoutes.login} ends="arrival">
            <TextField
              view={view}
              name="recoveryCode"
              label={t('recoveryCode')}
              autoComplete="off"
              isRequired
            />
            <Submit>{t('verify')}</Submit>
          </Asking>
        </div>
        <div data-asks-passkey data-route={JSON.stringify(lightRoute(secondFactorRoutes.login))}>
          <Button kind="light">{t('usePasskey')}</Button>
        </div>
        <Button kind="quiet" data-uses="code">
          {t('useCode')}
        </Button>
        <Button kind="quiet" data-uses="recoveryCode">
          {t('useRecovery')}
        </Button>
        <Button kind="quiet" data-back>
          {t('back')}
        </Button>
      </div>
    </template>
  )
}

export function loginPage(view: OutsideVisit): OutsidePage {
  const t = view.say(outsideTexts)
  return {
    title: t('title'),
    body: (
      <div class="steps" data-session={JSON.stringify(lightRoute(profileRoutes.getInfo))}>
        <Tabs view={view} />
        <div id="panel-password" role="tabpanel" aria-labelledby="tab-password">
          <ByPassword view={view} />
        </div>
        <div id="panel-sms" role="tabpanel" aria-labelledby="tab-sms" hidden>
          <BySms view={view} />
        </div>
        <ByPasskey view={view} />
        <p class="middle">
          {t('noAccount')} <a href="/register">{t('register')}</a>
        </p>
        <SecondStep view={view} />
      </div>
    ),
  }
}
