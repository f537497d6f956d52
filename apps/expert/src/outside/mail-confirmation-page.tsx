import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import type { OutsideVisit } from '../visit.ts'
import type { OutsidePage } from './document.tsx'
import { UntilDone } from './ending.tsx'
import { Asking, Submit } from './fields.tsx'
import { outsideTexts } from './texts.ts'

/**
 * Opened from the mail that proves an address. The link confirms by a button, since programs that look through mails open
 * links by themselves.
 */
export function mailConfirmationPage(view: OutsideVisit): OutsidePage {
  const t = view.say(outsideTexts)
  return {
    title: t('confirmTitle'),
    body: (
      <UntilDone title={t('confirmed')} href="/" label={t('toPortal')}>
        <p>{t('confirmHint')}</p>
        <Asking route={ownMailRoutes.confirm} body={{ token: view.query.get('token') ?? '' }} ends="done">
          <Submit>{t('confirm')}</Submit>
        </Asking>
      </UntilDone>
    ),
  }
}
