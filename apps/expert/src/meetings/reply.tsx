import { attendeeRoutes, type AttendeeDetail } from '@consilium/contract/attendees/attendees.ts'
import { minute } from '@consilium/web-kit/format.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { LongTextField } from '../parts/fields.tsx'
import { Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Visit } from '../visit.ts'
import { myMeetingTexts } from './texts.ts'

const DECLINE = 'decline'

interface Shown {
  visit: Visit
  attendee: AttendeeDetail
}

/** Who has signed takes part, so that only the answer of somebody else can be declined. */
const mayDecline = ({ reply, signatureStatus }: AttendeeDetail) =>
  reply !== 'declined' && signatureStatus === 'unsigned'

function State({ visit, attendee }: Shown) {
  const t = visit.say(myMeetingTexts)
  const { reply, replyReason, replyUntil, abilities } = attendee
  const time = minute(replyUntil)
  const mayChange = reply !== 'accepted' || mayDecline(attendee)
  const hint = !abilities.reply
    ? replyUntil !== null && t('replyOver', { time })
    : reply !== null
      ? replyUntil !== null && mayChange && t('changeUntil', { time })
      : t(replyUntil === null ? 'replyAsk' : 'replyBy', { time })
  return (
    <>
      {reply !== null && <p class="strong">{t(reply)}</p>}
      {replyReason !== null && <p>{replyReason}</p>}
      {hint && <p class="soft">{hint}</p>}
    </>
  )
}

/** Asks why, since the executor has to find somebody else. */
function Declining({ visit, attendee: { attendeeId } }: Shown) {
  const t = visit.say(myMeetingTexts)
  return (
    <Dialog view={visit} id={DECLINE} title={t('declineTitle')}>
      <Sending route={attendeeRoutes.reply} body={{ attendeeId, reply: 'declined' }} done={t('sent')}>
        <p>{t('declineHint')}</p>
        <LongTextField view={visit} name="reason" label={t('declineReason')} rows={4} isRequired />
        <div class="buttons">
          <Button type="submit">{t('decline')}</Button>
        </div>
      </Sending>
    </Dialog>
  )
}

/** The expert says until the deadline whether to attend; the executor is told. */
export function Reply({ visit, attendee }: Shown) {
  const t = visit.say(myMeetingTexts)
  const { attendeeId, reply, abilities, signatureStatus } = attendee
  // Who has signed takes part; that the time for answers is over is then no news.
  if (reply === null && !abilities.reply && signatureStatus === 'signed') return null
  return (
    <Section title={t('reply')}>
      <State visit={visit} attendee={attendee} />
      {abilities.reply && (
        <div class="buttons">
          {reply !== 'accepted' && (
            <Sending route={attendeeRoutes.reply} body={{ attendeeId, reply: 'accepted' }} done={t('sent')}>
              <Button type="submit" icon="check">
                {t('accept')}
              </Button>
            </Sending>
          )}
          {mayDecline(attendee) && (
            <Button kind="plain" icon="x" data-opens={DECLINE}>
              {t('decline')}
            </Button>
          )}
        </div>
      )}
      {abilities.reply && mayDecline(attendee) && <Declining visit={visit} attendee={attendee} />}
    </Section>
  )
}
