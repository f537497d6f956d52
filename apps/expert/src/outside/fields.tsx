import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import type { AnonymousCodePurpose } from '@consilium/contract/login/verification.ts'
import type { Route } from '@consilium/contract/route.ts'
import { codeTexts } from '@consilium/web-kit/words/code-texts.ts'
import type { ComponentChildren } from 'preact'
import { frameTexts } from '../frame/texts.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import type { View } from '../visit.ts'
import { outsideTexts } from './texts.ts'

interface AskingProps {
  route: Route
  body?: Readonly<Record<string, unknown>>
  /** What follows an answer (`client/outside.ts`). */
  ends: 'login' | 'arrival' | 'registered' | 'done'
  /** Whoever leaves it half filled in is asked. */
  isGuarded?: boolean
  part?: string
  children: ComponentChildren
}

const routeOf = (route: Route) => JSON.stringify(lightRoute(route))

/**
 * A form that the script sends. Before that is there, its button is disabled; and the method is that of no page, so that
 * nothing that was typed could come into an address.
 */
export const Asking = ({ route, body = {}, ends, isGuarded = false, part, children }: AskingProps) => (
  <form
    method="post"
    data-route={routeOf(route)}
    data-body={JSON.stringify(body)}
    data-ends={ends}
    data-guarded={isGuarded ? '' : undefined}
    data-part={part}
  >
    {children}
  </form>
)

export const Submit = ({ children }: { children: ComponentChildren }) => (
  <Button type="submit" disabled data-awaits>
    {children}
  </Button>
)

export const PhoneField = ({ view }: { view: View }) => (
  <TextField
    view={view}
    name="phone"
    label={view.say(outsideTexts)('phone')}
    type="tel"
    autoComplete="tel"
    isRequired
  />
)

interface PasswordProps {
  view: View
  name: string
  label: string
  hint?: string
  autoComplete?: 'current-password' | 'new-password'
}

/** Its text can be shown, as a password is hard to type on a phone. */
export function PasswordField({ view, name, label, hint, autoComplete = 'new-password' }: PasswordProps) {
  const t = view.say(frameTexts)
  const notes = [hint === undefined ? null : `${name}-hint`, `${name}-message`].filter(Boolean)
  return (
    <div class="field">
      <label for={name}>
        {label}
        <span class="required" title={t('required')} aria-hidden="true">
          *
        </span>
      </label>
      {hint !== undefined && (
        <p id={`${name}-hint`} class="soft small">
          {hint}
        </p>
      )}
      <div class="secret">
        <input
          id={name}
          name={name}
          type="password"
          autoComplete={autoComplete}
          aria-describedby={notes.join(' ')}
          required
          data-exact
          data-missing={t('missing', { label })}
        />
        <button
          type="button"
          class="symbol"
          aria-pressed="false"
          aria-label={view.say(outsideTexts)('showPassword')}
          data-reveals={name}
        >
          <Icon name="eye" />
        </button>
      </div>
      <p id={`${name}-message`} class="message problem" role="alert" />
    </div>
  )
}

interface CodeProps {
  view: View
  name: string
  purpose: AnonymousCodePurpose
}

/** A code that is sent to the phone in the same form. Addresses that request many solve a proof of work first. */
export function CodeField({ view, name, purpose }: CodeProps) {
  const t = view.say(codeTexts)
  return (
    <div
      class="code"
      data-purpose={purpose}
      data-order={routeOf(accountRoutes.smsCode)}
      data-challenge={routeOf(accountRoutes.challenge)}
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
