import { MessageKind, messageRoutes } from '@consilium/contract/messages/messages.ts'
import { minute } from '@consilium/web-kit/format.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Line } from '../parts/line.tsx'
import { addressWith, pageOf, Paging } from '../parts/list.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Page, Visit } from '../visit.ts'
import { addressOf, labelOf } from '@consilium/web-kit/message-link.ts'
import { messageTexts } from '@consilium/web-kit/message-texts.ts'

const PAGE_SIZE = 20
const STATES = [
  ['', 'all'],
  ['false', 'unread'],
  ['true', 'read'],
] as const

function Filters({ visit, kind, isRead }: { visit: Visit; kind: string; isRead: string }) {
  const t = visit.say(messageTexts)
  return (
    <div class="filters">
      <div class="choice" role="group" aria-label={t('state')}>
        {STATES.map(([value, key]) => (
          <Button
            key={key}
            kind={value === isRead ? 'light' : 'quiet'}
            href={addressWith(visit, { isRead: value, page: 1 })}
            aria-current={value === isRead ? 'true' : undefined}
          >
            {t(key)}
          </Button>
        ))}
      </div>
      <form class="search" method="get" action={visit.path}>
        {isRead !== '' && <input type="hidden" name="isRead" value={isRead} />}
        <select name="kind" aria-label={t('kind')} data-goes>
          <option value="">{t('kind')}</option>
          {MessageKind.options.map((each) => (
            <option key={each} value={each} selected={each === kind}>
              {t(each)}
            </option>
          ))}
        </select>
      </form>
    </div>
  )
}

/** What somebody was told, the newest first. */
export async function messageListPage(visit: Visit): Promise<Page> {
  const t = visit.say(messageTexts)
  const page = pageOf(visit)
  const isRead = STATES.find(([value]) => value === visit.query.get('isRead'))?.[0] ?? ''
  const kind = MessageKind.safeParse(visit.query.get('kind')).data ?? ''
  const answer = await visit.client.call(messageRoutes.list, {
    query: {
      ...(isRead === '' ? {} : { isRead }),
      ...(kind === '' ? {} : { kind }),
      pageNum: page,
      pageSize: PAGE_SIZE,
    },
  })
  return {
    status: 200,
    title: t('title'),
    actions: (
      <div class="buttons">
        <Button kind="plain" icon="settings" href="/notices">
          {t('settings')}
        </Button>
        <Sending route={messageRoutes.readAll} done={t('allRead')}>
          <Button type="submit" kind="plain" icon="checks" disabled={visit.unread === 0}>
            {t('readAll')}
          </Button>
        </Sending>
      </div>
    ),
    body: (
      <>
        <Filters visit={visit} kind={kind} isRead={isRead} />
        {answer.total === 0 ? (
          <p class="soft empty">{t('emptyHint')}</p>
        ) : (
          <ul class="rows card">
            {answer.rows.map((row) => (
              <Line
                key={row.msgId}
                to={`/messages/${row.msgId}`}
                title={row.title}
                hint={[t(row.kind), minute(row.createTime)]}
                isStrong={!row.isRead}
                badge={
                  <Badge tone={row.isRead ? 'plain' : 'strong'}>{t(row.isRead ? 'read' : 'unread')}</Badge>
                }
              />
            ))}
          </ul>
        )}
        <Paging visit={visit} total={answer.total} page={page} pageSize={PAGE_SIZE} />
      </>
    ),
  }
}

/** One message. The script of the page marks it as read, since a page only reads. */
export async function messagePage(visit: Visit, msgId: number): Promise<Page> {
  const t = visit.say(messageTexts)
  const message = await visit.client.call(messageRoutes.get, { params: { msgId } })
  const address = addressOf(message, 'doctor')
  return {
    status: 200,
    title: message.title,
    subtitle: `${t(message.kind)} · ${minute(message.createTime)}`,
    back: '/messages',
    body: (
      <section class="card">
        <p class="lines">{message.content}</p>
        {address !== null && (
          <div class="buttons">
            <Button href={address}>{t(labelOf(message))}</Button>
          </div>
        )}
        {!message.isRead && (
          <Sending route={messageRoutes.markRead} params={{ msgId }}>
            <button type="submit" data-at-once hidden />
          </Sending>
        )}
      </section>
    ),
  }
}
