import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { OwnPhone } from '@consilium/contract/accounts/own-account.ts'
import { orNothing } from '@consilium/web-kit/format.ts'
import { isPhoneProven } from '@consilium/web-kit/login/proven-phone.ts'
import { securityTexts } from '@consilium/web-kit/words/security-texts.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { CodeField, PasswordField } from '../parts/inputs/secrets.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Visit } from '../visit.ts'

const DIALOG = 'change-phone'

interface Shown {
  visit: Visit
  phone: OwnPhone
}

/** The code goes to the phone that is entered. */
function Change({ visit, phone: { pendingPhone } }: Shown) {
  const t = visit.say(securityTexts)
  return (
    <Dialog view={visit} id={DIALOG} title={t(pendingPhone === null ? 'changePhone' : 'confirmPhone')}>
      <Sending route={accountRoutes.changeOwnPhone} done={t('phoneDone')}>
        <TextField
          view={visit}
          name="phone"
          label={t('newPhone')}
          type="tel"
          autoComplete="tel"
          value={pendingPhone ?? undefined}
          isRequired
        />
        <CodeField view={visit} name="smsCode" by={{ route: accountRoutes.phoneCode }} />
        {!isPhoneProven(visit.cookies) && (
          <PasswordField
            view={visit}
            name="oldPassword"
            label={t('ownPassword')}
            autoComplete="current-password"
          />
        )}
        <div class="buttons">
          <Button type="submit">{t('confirmChange')}</Button>
        </div>
      </Sending>
    </Dialog>
  )
}

export function Phone(shown: Shown) {
  const { visit, phone } = shown
  const t = visit.say(securityTexts)
  const { pendingPhone } = phone
  return (
    <Section
      title={t('phone')}
      actions={
        <Button kind="plain" data-opens={DIALOG}>
          {t(pendingPhone === null ? 'changePhone' : 'confirmPhone')}
        </Button>
      }
    >
      <p>{orNothing(phone.phone)}</p>
      {pendingPhone !== null && <Notice tone="warning" title={t('phonePending', { phone: pendingPhone })} />}
      <Change {...shown} />
    </Section>
  )
}
