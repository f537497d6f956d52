import type { Home } from '@consilium/contract/overviews/overviews.ts'
import { Skeleton, Text } from '@mantine/core'
import { Section } from '../../components/records/record-page.tsx'
import { useTexts } from '../../lib/texts.ts'
import { Fees } from '../overviews/fees.tsx'
import { Glances } from '../overviews/glance.tsx'
import { staffHomeTexts } from './staff-texts.ts'

const MEETINGS_HEIGHT = 160
const MONEY_HEIGHT = 110

/** The next meetings within reach. */
export function NextMeetings({ home }: { home: Home | undefined }) {
  const t = useTexts(staffHomeTexts)
  return (
    <Section title={t('nextMeetings')}>
      {!home && <Skeleton height={MEETINGS_HEIGHT} aria-busy />}
      {home?.nextMeetings.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noNextMeetings')}
        </Text>
      )}
      {home && <Glances meetings={home.nextMeetings} />}
    </Section>
  )
}

/** What the running meetings cost. */
export function Money({ home }: { home: Home | undefined }) {
  const t = useTexts(staffHomeTexts)
  const money = home?.money
  return (
    <Section title={t('money')}>
      {!home && <Skeleton height={MONEY_HEIGHT} aria-busy />}
      {money && (
        <>
          <Text size="xs" c="dimmed" mb="xs">
            {t(money.isExact ? 'runningMeetings' : 'latestMeetings', { count: money.meetings })}
          </Text>
          <Fees fees={money} />
        </>
      )}
    </Section>
  )
}
