import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '@consilium/contract/fields.ts'
import type { OutsideVisit } from '../visit.ts'
import type { OutsidePage } from './document.tsx'
import { UntilDone } from './ending.tsx'
import { Asking, CodeField, PasswordField, PhoneField, Submit } from './fields.tsx'
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
          <CodeField view={view} name="smsCode" purpose="resetPassword" />
          <PasswordField
            view={view}
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
