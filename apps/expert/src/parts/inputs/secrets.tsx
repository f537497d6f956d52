import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import type { AnonymousCodePurpose } from '@consilium/contract/login/verification.ts'
import type { Route } from '@consilium/contract/route.ts'
import { codeTexts } from '@consilium/web-kit/words/code-texts.ts'
import { frameTexts } from '../../frame/texts.ts'
import type { View } from '../../visit.ts'
import { Button } from '../button.tsx'
import { Field, sentPart, shownPart, TextField, type FieldProps } from '../fields.tsx'
import { Icon } from '../icon.tsx'
import styles from './secrets.css?inline'

export { styles as secretStyles }

const routeOf = (route: Route) => JSON.stringify(lightRoute(route))

type PasswordProps = FieldProps & { autoComplete?: 'current-password' | 'new-password' }

/** Its text can be shown, as a password is hard to type on a phone. */
export function PasswordField({ autoComplete = 'new-password', ...field }: PasswordProps) {
  const shown = shownPart(field)
  return (
    <Field {...field}>
      <div class="secret">
        <input {...shown} {...sentPart(field)} type="password" autoComplete={autoComplete} data-exact />
        <button
          type="button"
          class="symbol"
          aria-pressed="false"
          aria-label={field.view.say(frameTexts)('showPassword')}
          data-reveals={shown.id}
        >
          <Icon name="eye" />
        </button>
      </div>
    </Field>
  )
}

interface CodeProps {
  view: View
  name: string
  /** Who is logged in orders it by a route of its own, for the phone in the same form if there is one. */
  by: { purpose: AnonymousCodePurpose } | { route: Route }
}

/** A code that is sent to a phone. Addresses that request many without a session solve a proof of work first. */
export function CodeField({ view, name, by }: CodeProps) {
  const t = view.say(codeTexts)
  const isAnonymous = 'purpose' in by
  return (
    <div
      class="code"
      {...(isAnonymous
        ? { 'data-purpose': by.purpose, 'data-challenge': routeOf(accountRoutes.challenge) }
        : { 'data-script': 'code' })}
      data-order={routeOf(isAnonymous ? accountRoutes.smsCode : by.route)}
      data-again={t('sendAgain', { seconds: '{{seconds}}' })}
      data-sent={t('codeSent', { minutes: '{{minutes}}' })}
    >
      <div class="ordering">
        <TextField
          view={view}
          name={name}
          label={t('smsCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
        />
        <Button kind="light" disabled data-orders>
          {t('sendCode')}
        </Button>
      </div>
      <p class="small" role="status" aria-live="polite" />
    </div>
  )
}
