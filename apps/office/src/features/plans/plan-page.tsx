import { planRoutes, type ProjectPlan } from '@consilium/contract/plans/plans.ts'
import { Anchor } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useNameFor } from '../../components/records/decided-by.ts'
import { AuditBadge } from '../../components/records/audit-badge.tsx'
import { AuditButton } from '../../components/records/audit-button.tsx'
import { LinkButton, TextLink } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { planTexts } from './texts.ts'

function Details({ plan }: { plan: ProjectPlan }) {
  const t = useTexts(planTexts)
  const frame = useTexts(frameTexts)
  const nameFor = useNameFor()
  return (
    <Section title={frame('details')}>
      <Facts
        items={[
          [
            t('project'),
            plan.projectId === null ? (
              orNothing(plan.projectNo)
            ) : (
              <TextLink key="project" to={`/projects/${plan.projectId}`} inherit>
                {plan.projectName}
              </TextLink>
            ),
          ],
          [t('planDirection'), orNothing(plan.planDirection)],
          [t('planCategory'), orNothing(plan.planCategory)],
          [t('projectForm'), orNothing(plan.projectForm)],
          [
            t('designFileUrl'),
            plan.designFileUrl === null ? (
              orNothing(null)
            ) : (
              <Anchor key="design" href={plan.designFileUrl} target="_blank" rel="noreferrer" inherit>
                {t('openDesign')}
              </Anchor>
            ),
          ],
          [t('isSettled'), plan.isSettled ? frame('yes') : frame('no')],
          [frame('auditStatus'), <AuditBadge key="audit" status={plan.auditStatus} />],
          [frame('auditOpinion'), orNothing(plan.auditOpinion)],
          [t('auditBy'), nameFor(plan.auditByName, plan.auditForNames)],
          [t('auditTime'), minute(plan.auditTime)],
          [frame('createTime'), minute(plan.createTime)],
          [t('remark'), orNothing(plan.remark)],
        ]}
      />
    </Section>
  )
}

export function Page() {
  const frame = useTexts(frameTexts)
  const { planId }: { planId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={planRoutes.get}
      params={{ planId }}
      title={({ planName }) => planName}
      subtitle={({ submitterName }) => submitterName}
      backTo="/plans"
      actions={(plan) => (
        <>
          {plan.abilities.update && (
            <LinkButton
              to={`/plans/${planId}/edit`}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {frame('edit')}
            </LinkButton>
          )}
          {plan.abilities.audit && <AuditButton routes={planRoutes} record={plan} id="planId" />}
        </>
      )}
    >
      {(plan) => <Details plan={plan} />}
    </RecordPage>
  )
}
