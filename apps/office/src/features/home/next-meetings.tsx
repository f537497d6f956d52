import type { Home } from '@consilium/contract/overviews/overviews.ts'
import { Text } from '@mantine/core'
import { Section } from '../../components/records/record-page.tsx'
import { useTexts } from '../../lib/texts.ts'
import { Fees } from '../overviews/fees.tsx'
import { Glances } from '../overviews/glance.tsx'
import { staffHomeTexts } from './staff-texts.ts'

/** The next meetings within reach. */
export function NextMeetings({ home }: { home: Home }) {
  const t = useTexts(staffHomeTexts)
  return (
    <Section title={t('nextMeetings')}>
      {home.nextMeetings.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noNextMeetings')}
        </Text>
      )}
      <Glances meetings={home.nextMeetings} />
    </Section>
  )
}

/** What the running meetings cost. */
export function Money({ home }: { home: Home }) {
  const t = useTexts(staffHomeTexts)
  const money = home.money
  return (
    <Section title={t('money')}>
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
