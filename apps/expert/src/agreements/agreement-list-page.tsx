import { SignatureStatus } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { minute, money } from '@consilium/web-kit/format.ts'
import { isFeeOpen } from '@consilium/web-kit/agreement-state.ts'
import { AgreementLink, SignatureBadge } from '../parts/agreement.tsx'
import { unapprovedPage } from '../parts/audit-notice.tsx'
import { Button } from '../parts/button.tsx'
import { addressWith, pageOf, Paging, SearchField } from '../parts/list.tsx'
import { Facts } from '../parts/section.tsx'
import { agreementTexts } from '@consilium/web-kit/agreement-texts.ts'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { agreementListTexts } from './texts.ts'

const PAGE_SIZE = 10

function Agreement({ visit, attendee }: { visit: Visit; attendee: Attendee }) {
  const t = visit.say(agreementListTexts)
  const { attendeeId, meetingName, payableAmount, netAmount, scheduleStartTime } = attendee
  const isOpen = isFeeOpen(attendee)
  return (
    <li class="card linked">
      <div class="head">
        <h2>
          <a href={`/my-agreements/${attendeeId}`}>{meetingName}</a>
        </h2>
        <SignatureBadge visit={visit} attendee={attendee} />
      </div>
      <Facts
        items={[
          [t('payable'), money(isOpen ? null : payableAmount)],
          [t('net'), money(isOpen ? null : netAmount)],
          [t('meetingTime'), minute(scheduleStartTime)],
        ]}
      />
      <div class="above">
        <AgreementLink visit={visit} attendee={attendee} />
      </div>
    </li>
  )
}

/** What the list is asked for by each of its choices. */
const CHOICES = [
  ['all', {}],
  ['waitsForYou', { toSign: 'true' }],
  ['signed', { signatureStatus: SignatureStatus.enum.signed }],
] as const

function choiceOf({ query }: Visit) {
  if (query.get('toSign') === 'true') return CHOICES[1]
  return query.get('signatureStatus') === 'signed' ? CHOICES[2] : CHOICES[0]
}

/** The agreements of an expert; what is not signed yet stands first. */
export async function agreementListPage(visit: Visit): Promise<Page> {
  const t = visit.say(agreementListTexts)
  const agreement = visit.say(agreementTexts)
  if (!isApproved(visit)) return unapprovedPage(visit, agreement('title'))
  const [chosen, asked] = choiceOf(visit)
  const meetingName = visit.query.get('meetingName') ?? ''
  const page = pageOf(visit)
  const answer = await visit.client.call(attendeeRoutes.list, {
    query: {
      ...asked,
      ...(meetingName === '' ? {} : { meetingName }),
      orderByColumn: 'signatureStatus',
      isAsc: 'desc',
      pageNum: page,
      pageSize: PAGE_SIZE,
    },
  })
  const none = { toSign: '', signatureStatus: '', page: 1 }
  return {
    status: 200,
    title: agreement('title'),
    body: (
      <>
        <div class="filters">
          <div class="choice" role="group" aria-label={t('status')}>
            {CHOICES.map(([key, query]) => (
              <Button
                key={key}
                kind={key === chosen ? 'light' : 'quiet'}
                href={addressWith(visit, { ...none, ...query })}
                aria-current={key === chosen ? 'true' : undefined}
              >
                {t(key)}
              </Button>
            ))}
          </div>
          <SearchField visit={visit} name="meetingName" label={t('meeting')} />
        </div>
        {answer.total === 0 ? (
          <p class="soft empty">{t(chosen === 'all' && meetingName === '' ? 'none' : 'nothingFound')}</p>
        ) : (
          <ul class="cards">
            {answer.rows.map((attendee) => (
              <Agreement key={attendee.attendeeId} visit={visit} attendee={attendee} />
            ))}
          </ul>
        )}
        <Paging visit={visit} total={answer.total} page={page} pageSize={PAGE_SIZE} />
      </>
    ),
  }
}
