import { List, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { expert, meeting, organization, project } from 'virtual:light-routes'
import { TextLink } from '../../components/links.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { useTexts } from '../../lib/texts.ts'
import { staffHomeTexts } from './staff-texts.ts'
import { useTotals } from './totals.ts'

const ICON = 20
const STEPS = [
  { key: 'addOrganizations', route: organization.list, to: '/organizations/new' },
  { key: 'addExperts', route: expert.list, to: '/experts/new' },
  { key: 'addProject', route: project.list, to: '/projects/new' },
  { key: 'addMeeting', route: meeting.list, to: '/meetings/new' },
] as const

/** The steps to the first meeting, on a platform that has none yet. */
export function FirstSteps() {
  const t = useTexts(staffHomeTexts)
  const { totals } = useTotals(STEPS)
  if (totals.at(-1) !== 0) return null
  return (
    <Section title={t('firstSteps')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('firstStepsHint')}
      </Text>
      <List center spacing="xs">
        {STEPS.map(({ key, to }, index) => (
          <List.Item
            key={key}
            icon={
              totals[index] ? (
                <IconCircleCheck size={ICON} role="img" aria-label={t('stepDone')} />
              ) : (
                <IconCircleDashed size={ICON} aria-hidden />
              )
            }
          >
            <TextLink to={to}>{t(key)}</TextLink>
          </List.Item>
        ))}
      </List>
    </Section>
  )
}
