import { EVALUATIONS_MAX, projectRoutes } from '@consilium/contract/projects/projects.ts'
import { Text } from '@mantine/core'
import { Section, useRecord } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { Timeline } from '../../components/records/timeline.tsx'
import { minute } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { projectTexts } from './texts.ts'

/** The scores that a project was given, with their comments; nothing before the first one. */
export function Evaluations({ projectId }: { projectId: number }) {
  const t = useTexts(projectTexts)
  const { data, error, refetch } = useRecord(projectRoutes.evaluations, { projectId: String(projectId) })
  if (!data && error) return <RequestError error={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  const events = data.toReversed().map((evaluation) => ({
    key: String(evaluation.evaluationId),
    tone: 'plain' as const,
    what:
      evaluation.managerScore === null ? t('noScore') : t('scoreGiven', { score: evaluation.managerScore }),
    reason: evaluation.comment,
    aside: [evaluation.createUserName, minute(evaluation.createTime)],
  }))
  return (
    <Section title={t('evaluations')}>
      {data.length >= EVALUATIONS_MAX && (
        <Text size="xs" c="dimmed" mb="xs">
          {t('latestScores', { count: EVALUATIONS_MAX })}
        </Text>
      )}
      <Timeline label={t('evaluations')} events={events} />
    </Section>
  )
}
