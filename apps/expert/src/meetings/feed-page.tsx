import { calendarRoutes } from '@consilium/contract/calendars/calendars.ts'
import { minute } from '@consilium/web-kit/format.ts'
import { unapprovedPage } from '../parts/audit-notice.tsx'
import { Button } from '../parts/button.tsx'
import { Sending } from '../parts/sending.tsx'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { myMeetingTexts } from './texts.ts'

const ADDRESS = 'feed-address'

/** The private address from which calendars read the own meetings. It is told once, by the script of the page. */
export async function feedPage(visit: Visit): Promise<Page> {
  const t = visit.say(myMeetingTexts)
  if (!isApproved(visit)) return unapprovedPage(visit, t('title'))
  const { isOn, createTime } = await visit.client.call(calendarRoutes.feed, {})
  return {
    status: 200,
    title: t('subscribe'),
    back: '/my-meetings',
    body: (
      <section class="card">
        <p>{t('subscribeHint')}</p>
        {isOn && <p class="soft small">{t('feedOn', { time: minute(createTime) })}</p>}
        <div hidden>
          <label for={ADDRESS}>{t('feedAddress')}</label>
          <p class="soft small">{t('feedOnce')}</p>
          <input id={ADDRESS} readOnly data-selected />
          <div class="buttons">
            <Button href="" data-calendar-of={ADDRESS}>
              {t('feedOpen')}
            </Button>
            <Button kind="plain" data-copies={ADDRESS} data-done={t('copied')}>
              {t('copy')}
            </Button>
          </div>
        </div>
        <div class="buttons">
          <Sending route={calendarRoutes.renewFeed} shows={['address', ADDRESS]}>
            <Button type="submit" kind={isOn ? 'plain' : 'main'}>
              {t(isOn ? 'feedRenew' : 'feedStart')}
            </Button>
          </Sending>
          {isOn && (
            <Sending route={calendarRoutes.endFeed}>
              <Button type="submit" kind="plain">
                {t('feedEnd')}
              </Button>
            </Sending>
          )}
        </div>
      </section>
    ),
  }
}
