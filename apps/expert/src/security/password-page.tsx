import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '@consilium/contract/fields.ts'
import { isPhoneProven } from '@consilium/web-kit/login/proven-phone.ts'
import { ownAccountTexts } from '@consilium/web-kit/words/own-account-texts.ts'
import { frameTexts } from '../frame/texts.ts'
import { Button } from '../parts/button.tsx'
import { CheckboxField } from '../parts/fields.tsx'
import { CodeField, PasswordField, secretStyles } from '../parts/inputs/secrets.tsx'
import { Notice } from '../parts/notice.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Page, Visit } from '../visit.ts'
import styles from './style.css?inline'

/** The present password, or a code to the phone of the account in place of it (`client/security/password.ts`). */
function Proof({ visit, byCode }: { visit: Visit; byCode: boolean }) {
  const t = visit.say(ownAccountTexts)
  const { phone } = visit.profile.user
  return (
    <>
      <fieldset data-part="code" disabled={!byCode} hidden={!byCode}>
        <p>{t('codeHint', { phone: phone ?? '' })}</p>
        <CodeField view={visit} name="smsCode" by={{ route: accountRoutes.passwordCode }} />
      </fieldset>
      <fieldset data-part="password" disabled={byCode} hidden={byCode}>
        <PasswordField view={visit} name="oldPassword" label={t('old')} autoComplete="current-password" />
      </fieldset>
    </>
  )
}

/** Changes the password, or chooses the first one. */
export function passwordPage(visit: Visit): Page {
  const t = visit.say(ownAccountTexts)
  const { mustChangePassword, userName, phone } = visit.profile.user
  const isProven = isPhoneProven(visit.cookies)
  // An initial password that is the phone proves nothing, so a code to that phone is required.
  const byCode = mustChangePassword && userName === phone
  return {
    status: 200,
    title: t(mustChangePassword ? 'chooseTitle' : 'title'),
    styles: secretStyles + styles,
    ...(mustChangePassword ? {} : { back: '/security' }),
    body: (
      <section class="card narrow" data-script="password">
        {mustChangePassword && <Notice tone="warning" title={t('first')} />}
        <Sending route={accountRoutes.changePassword} done={t('done')} then="/">
          <input type="text" hidden autoComplete="username" value={userName} />
          {!isProven && <Proof visit={visit} byCode={byCode} />}
          {phone !== null && !isProven && (
            <CheckboxField id="by-code" name="" label={t('byCode')} isChecked={byCode} />
          )}
          <PasswordField
            view={visit}
            name="newPassword"
            label={t('fresh')}
            hint={t('hint', { min: PASSWORD_MIN, max: PASSWORD_MAX })}
            isRequired
          />
          <div class="buttons">
            <Button type="submit">{visit.say(frameTexts)('save')}</Button>
          </div>
        </Sending>
      </section>
    ),
  }
}
