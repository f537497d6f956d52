import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import type { Visit } from '../visit.ts'
import { againTexts } from './again-texts.ts'

const CODE = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const

interface StepProps {
  name: string
  route: Route
  body?: Readonly<Record<string, unknown>>
  isHidden?: boolean
  label: string
  children: ComponentChildren
}

const Step = ({ name, route, body = {}, isHidden = false, label, children }: StepProps) => (
  <form
    method="post"
    data-step={name}
    data-route={JSON.stringify(lightRoute(route))}
    data-body={JSON.stringify(body)}
    hidden={isHidden}
  >
    {children}
    <Button type="submit">{label}</Button>
  </form>
)

/** Asks for the login over a page whose session has ended (`client/again.ts`). Nothing of it is shown before. */
export function LoginAgain({ visit }: { visit: Visit }) {
  const t = visit.say(againTexts)
  const { userName, name, phone } = visit.profile.user
  return (
    <template id="again">
      <dialog class="cover" aria-labelledby="again-title">
        <h2 id="again-title">{t('again')}</h2>
        <p data-part="hint">{t('againHint', { name })}</p>
        <p data-part="other" class="notice warning" hidden>
          {t('otherAccount', { name })}
        </p>
        <Step name="password" route={accountRoutes.login} body={{ username: userName }} label={t('logIn')}>
          <input type="hidden" autoComplete="username" value={userName} />
          <TextField
            view={visit}
            name="password"
            label={t('password')}
            type="password"
            autoComplete="current-password"
            isRequired
          />
        </Step>
        {phone !== null && (
          <Step name="sms" route={accountRoutes.smsLogin} body={{ phone }} isHidden label={t('logIn')}>
            <TextField view={visit} name="code" label={t('code')} isRequired {...CODE} />
            <Button
              kind="plain"
              data-route={JSON.stringify(lightRoute(accountRoutes.smsCode))}
              data-body={JSON.stringify({ phone, purpose: 'login' })}
              data-done={t('codeSent')}
            >
              {t('sendCode')}
            </Button>
          </Step>
        )}
        <Step name="factor" route={secondFactorRoutes.login} isHidden label={t('logIn')}>
          <p>{t('askCode')}</p>
          <TextField view={visit} name="code" label={t('code')} isRequired {...CODE} />
        </Step>
        <div class="buttons">
          {phone !== null && (
            <Button kind="quiet" data-turns data-password={t('byPassword')} data-sms={t('bySms')}>
              {t('bySms')}
            </Button>
          )}
          <Button kind="quiet" href="/login" data-other>
            {t('otherLogin')}
          </Button>
        </div>
      </dialog>
    </template>
  )
}
