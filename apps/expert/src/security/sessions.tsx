import type { Answered } from '@consilium/contract/client.ts'
import { ownSessionRoutes, type OwnSession } from '@consilium/contract/login/own-sessions.ts'
import { minute, orNothing } from '@consilium/web-kit/format.ts'
import { sessionTexts } from '@consilium/web-kit/words/session-texts.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Dots } from '../parts/dots.tsx'
import { Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Visit } from '../visit.ts'

const SECTION = 'devices'
const PARAMETER = 'devices'
const PORTION = 10
/** The service returns no more of a list at once. */
const PORTIONS_MAX = 10
const ENDING_OTHERS = 'end-others'

type OwnSessions = Answered<typeof ownSessionRoutes.list>

/** How many portions the address asks for. */
function portionsOf({ query }: Visit): number {
  const portions = Number(query.get(PARAMETER))
  return Number.isInteger(portions) && portions > 0 ? Math.min(portions, PORTIONS_MAX) : 1
}

/** The sessions of the account, last used first. */
export const readSessions = (visit: Visit): Promise<OwnSessions> =>
  visit.client.call(ownSessionRoutes.list, { query: { pageSize: portionsOf(visit) * PORTION } })

/** From where and when a session was used. */
function Use({ visit, session }: { visit: Visit; session: OwnSession }) {
  const t = visit.say(sessionTexts)
  const { address, lastUsedTime, createTime } = session
  const facts = [
    orNothing(address),
    t('used', { used: minute(lastUsedTime) }),
    t('since', { since: minute(createTime) }),
  ]
  return (
    <p class="soft small">
      <Dots items={facts} />
    </p>
  )
}

function Session({ visit, session }: { visit: Visit; session: OwnSession }) {
  const t = visit.say(sessionTexts)
  const { sessionId, isCurrent, lastUsedTime } = session
  const device = session.device ?? t('unknownDevice')
  const dialog = `end-${sessionId}`
  return (
    <li class="device">
      <div>
        <p class="pieces">
          <span class="strong">{device}</span>
          {isCurrent && <Badge tone="good">{t('current')}</Badge>}
        </p>
        <Use visit={visit} session={session} />
      </div>
      {!isCurrent && (
        <>
          <Button
            kind="plain"
            label={t('endOne', { device, used: minute(lastUsedTime) })}
            data-opens={dialog}
          >
            {t('end')}
          </Button>
          <Dialog view={visit} id={dialog} title={t('endQuestion', { device })}>
            <Sending
              route={ownSessionRoutes.end}
              params={{ sessionId: String(sessionId) }}
              done={t('ended', { count: 1 })}
            >
              <p>{t('endHint')}</p>
              <div class="buttons">
                <Button type="submit">{t('end')}</Button>
              </div>
            </Sending>
          </Dialog>
        </>
      )}
    </li>
  )
}

/** Where the account is logged in, with more on request. */
export function Sessions({ visit, sessions }: { visit: Visit; sessions: OwnSessions }) {
  const t = visit.say(sessionTexts)
  const { rows, total } = sessions
  const portions = portionsOf(visit)
  return (
    <Section
      id={SECTION}
      title={t('sessions')}
      actions={
        total > 1 && (
          <Button kind="plain" data-opens={ENDING_OTHERS}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      <ul class="rows">
        {rows.map((session) => (
          <Session key={session.sessionId} visit={visit} session={session} />
        ))}
      </ul>
      {total > rows.length && portions < PORTIONS_MAX && (
        <Button kind="quiet" href={`/security?${PARAMETER}=${portions + 1}#${SECTION}`}>
          {t('more')}
        </Button>
      )}
      {total > 1 && (
        <Dialog view={visit} id={ENDING_OTHERS} title={t('endOthersQuestion')}>
          <Sending route={ownSessionRoutes.endOthers} done={t('ended', { count: total - 1 })}>
            <p>{t('endOthersHint')}</p>
            <div class="buttons">
              <Button type="submit">{t('endOthers')}</Button>
            </div>
          </Sending>
        </Dialog>
      )}
    </Section>
  )
}
