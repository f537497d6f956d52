import { projectRoutes, type Project } from '@consilium/contract/projects/projects.ts'
import { Button } from '@mantine/core'
import { IconChartBar, IconPencil, IconPlus, IconStar, IconUsers } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing, useNames } from '../../lib/format.ts'
import { isPermitted } from '../../lib/session/permission.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useDimensionFacts } from '../dimensions/dimension-facts.tsx'
import { Cockpit } from './cockpit.tsx'
import { Evaluations } from './evaluations.tsx'
import { ProjectPictures } from './pictures.tsx'
import { useReadsScore } from '../../lib/session/reads-score.ts'
import { projectTexts } from './texts.ts'

const AssignDialog = onDemand(() => import('./assign-dialog.tsx'))
const EvaluateDialog = onDemand(() => import('./evaluate-dialog.tsx'))

const ICON = 16

function Actions({ project }: { project: Project }) {
  const t = useTexts(projectTexts)
  const frame = useTexts(frameTexts)
  const [dialog, setDialog] = useState<'assign' | 'evaluate' | null>(null)
  const { abilities, projectId } = project
  const session = useSession()
  const close = () => setDialog(null)
  return (
    <>
      {abilities.assign && (
        <Button
          variant="default"
          leftSection={<IconUsers size={ICON} aria-hidden />}
          onClick={() => setDialog('assign')}
        >
          {t('assign')}
        </Button>
      )}
      {abilities.evaluate && (
        <Button
          variant="default"
          leftSection={<IconStar size={ICON} aria-hidden />}
          onClick={() => setDialog('evaluate')}
        >
          {t('evaluate')}
        </Button>
      )}
      {isPermitted(session, 'budget.money') && (
        <LinkButton
          to={`/projects/${projectId}/money`}
          variant="default"
          leftSection={<IconChartBar size={ICON} aria-hidden />}
        >
          {t('money')}
        </LinkButton>
      )}
      {abilities.update && (
        <LinkButton
          to={`/projects/${projectId}/edit`}
          variant="default"
          leftSection={<IconPencil size={ICON} aria-hidden />}
        >
          {frame('edit')}
        </LinkButton>
      )}
      {abilities.createMeeting && (
        <LinkButton
          to={`/meetings/new?projectId=${projectId}`}
          leftSection={<IconPlus size={ICON} aria-hidden />}
        >
          {t('newMeeting')}
        </LinkButton>
      )}
      {dialog === 'assign' && <AssignDialog project={project} onClose={close} />}
      {dialog === 'evaluate' && <EvaluateDialog project={project} onClose={close} />}
    </>
  )
}

export function Page() {
  const names = useNames()
  const t = useTexts(projectTexts)
  const readsScore = useReadsScore()
  const dimensions = useDimensionFacts()
  const { projectId }: { projectId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={projectRoutes.get}
      params={{ projectId }}
      title={({ projectName }) => projectName}
      subtitle={({ projectNo }) => projectNo}
      backTo="/projects"
      actions={(project) => <Actions project={project} />}
    >
      {(project) => (
        <>
          <Cockpit projectId={project.projectId} projectName={project.projectName}>
            <Section title={t('details')}>
              <Facts
                cols={2}
                items={[
                  [t('startTime'), minute(project.startTime)],
                  [t('endTime'), minute(project.endTime)],
                  ...dimensions(project),
                  ...(readsScore ? [[t('score'), orNothing(project.managerScore)] as const] : []),
                  [t('publication'), project.isPublished ? t('published') : t('notPublished')],
                  [t('createdBy'), project.createUserName],
                  [t('createTime'), minute(project.createTime)],
                  [t('description'), orNothing(project.description)],
                  [t('publishedSummary'), orNothing(project.publishedSummary)],
                ]}
              />
            </Section>
            <Section title={t('assignment')}>
              <Facts
                cols={2}
                items={[
                  [t('sponsors'), names(project.sponsorOrgName)],
                  [t('executors'), names(project.execOrgNames)],
                  [t('lead'), orNothing(project.leadUserName)],
                ]}
              />
            </Section>
          </Cockpit>
          {project.abilities.publish && <ProjectPictures project={project} />}
          {readsScore && <Evaluations projectId={project.projectId} />}
        </>
      )}
    </RecordPage>
  )
}
