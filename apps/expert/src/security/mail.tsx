import { ownMailRoutes, type OwnMail } from '@consilium/contract/accounts/own-mail.ts'
import { minute, orNothing } from '@consilium/web-kit/format.ts'
import { mailTexts } from '@consilium/web-kit/words/mail-texts.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Visit } from '../visit.ts'

const PROPOSAL = 'propose-mail'
const REMOVAL = 'remove-mail'

interface Shown {
  visit: Visit
  mail: OwnMail
  /** The address that is there, or waits. */
  known: string | null
}

function Actions({ visit, mail, known }: Shown) {
  const t = visit.say(mailTexts)
  return (
    <div class="buttons">
      {known !== null && (
        <Button kind="quiet" data-opens={REMOVAL}>
          {t('remove')}
        </Button>
      )}
      {mail.isOffered && (
        <Button kind="plain" data-opens={PROPOSAL}>
          {t(known === null ? 'add' : 'change')}
        </Button>
      )}
    </div>
  )
}

function Dialogs({ visit, known }: Shown) {
  const t = visit.say(mailTexts)
  return (
    <>
      <Dialog view={visit} id={PROPOSAL} title={t(known === null ? 'add' : 'change')}>
        <Sending route={ownMailRoutes.propose} done={t('sent')}>
          <TextField
            view={visit}
            name="address"
            label={t('address')}
            type="email"
            autoComplete="email"
            value={known ?? undefined}
            isRequired
          />
          <div class="buttons">
            <Button type="submit">{t('send')}</Button>
          </div>
        </Sending>
      </Dialog>
      <Dialog view={visit} id={REMOVAL} title={t('removeAsk')}>
        <Sending route={ownMailRoutes.remove} done={t('removed')}>
          <p>{t('removeHint')}</p>
          <div class="buttons">
            <Button type="submit">{t('remove')}</Button>
          </div>
        </Sending>
      </Dialog>
    </>
  )
}

/** Where notices go by mail, and what stands in the way of it. */
export function Mail({ visit, mail }: Pick<Shown, 'visit' | 'mail'>) {
  const t = visit.say(mailTexts)
  const { address, pendingAddress, pendingUntil, unreachableSince, isOffered } = mail
  const shown = { visit, mail, known: address ?? pendingAddress }
  return (
    <Section title={t('mail')} actions={<Actions {...shown} />}>
      <p>{orNothing(address)}</p>
      <p class="soft small">{t(isOffered ? 'hint' : 'notOffered')}</p>
      {unreachableSince !== null && (
        <Notice tone="warning" title={t('unreachable', { since: minute(unreachableSince) })} />
      )}
      {pendingAddress !== null && (
        <Notice tone="info" title={t('pending', { address: pendingAddress, until: minute(pendingUntil) })} />
      )}
      <Dialogs {...shown} />
    </Section>
  )
}
