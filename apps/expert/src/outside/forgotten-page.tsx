import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '@consilium/contract/fields.ts'
import type { OutsideVisit } from '../visit.ts'
import type { OutsidePage } from './document.tsx'
import { UntilDone } from './ending.tsx'
import { CodeField, PasswordField } from '../parts/inputs/secrets.tsx'
import { Asking, PhoneField, Submit } from './fields.tsx'
import { outsideTexts } from './texts.ts'

/** Lets the owner of an account's phone choose a new password. */
export function forgottenPage(view: OutsideVisit): OutsidePage {
  const t = view.say(outsideTexts)
  return {
    title: t('forgotten'),
    body: (
      <UntilDone title={t('passwordSet')} href="/login" label={t('title')}>
        <p>{t('forgottenHint')}</p>
        <Asking route={accountRoutes.forgottenPassword} ends="done">
          <PhoneField view={view} />
          <CodeField view={view} name="smsCode" by={{ purpose: 'resetPassword' }} />
          <PasswordField
            view={view}
            isRequired
            name="newPassword"
            label={t('newPassword')}
            hint={t('passwordHint', { min: PASSWORD_MIN, max: PASSWORD_MAX })}
          />
          <Submit>{t('setPassword')}</Submit>
        </Asking>
        <p class="soft small">{t('noSms')}</p>
        <p class="middle">
          <a href="/login">{t('backToLogin')}</a>
        </p>
      </UntilDone>
    ),
  }
}
