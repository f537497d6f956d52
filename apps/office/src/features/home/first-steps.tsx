import { List, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { TextLink } from '../../components/links.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { useTexts } from '../../lib/texts.ts'
import { staffHomeTexts } from './staff-texts.ts'
import { useTotals } from './totals.ts'

const ICON = 20
const STEPS = [
  { key: 'addOrganizations', route: organizationRoutes.list, to: '/organizations/new' },
  { key: 'addExperts', route: expertRoutes.list, to: '/experts/new' },
  { key: 'addProject', route: projectRoutes.list, to: '/projects/new' },
  { key: 'addMeeting', route: meetingRoutes.list, to: '/meetings/new' },
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
