import { planRoutes, type ProjectPlan } from '@consilium/contract/plans/plans.ts'
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { AuditBadge } from '../../components/records/audit-badge.tsx'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { minute, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { ApprovedOnly } from '../profile/audit-notice.tsx'
import { myPlanTexts } from './texts.ts'
import classes from './my-plans.module.css'

function Rejected({ plan }: { plan: ProjectPlan }) {
  const t = useTexts(myPlanTexts)
  return (
    <Alert color="orange" role="status" icon={<IconAlertTriangle />} title={t('auditOpinion')}>
      <Stack gap="xs">
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {orNothing(plan.auditOpinion)}
        </Text>
        <Text size="sm">{t('rejectedHint')}</Text>
      </Stack>
    </Alert>
  )
}

function Details({ plan }: { plan: ProjectPlan }) {
  const t = useTexts(myPlanTexts)
  return (
    <Section title={t('details')}>
      <Facts
        items={[
          [t('planDirection'), orNothing(plan.planDirection)],
          [t('planCategory'), orNothing(plan.planCategory)],
          [t('projectForm'), orNothing(plan.projectForm)],
          [t('project'), orNothing(plan.projectName)],
          [
            t('designFile'),
            plan.designFileUrl === null ? (
              orNothing(null)
            ) : (
              <Anchor
                href={plan.designFileUrl}
                target="_blank"
                rel="noreferrer"
                size="sm"
                className={classes.file}
              >
                {t('openFile')}
              </Anchor>
            ),
          ],
          [t('remark'), orNothing(plan.remark)],
        ]}
      />
    </Section>
  )
}

function MyPlan({ planId }: { planId: string | undefined }) {
  const t = useTexts(myPlanTexts)
  return (
    <RecordPage
      route={planRoutes.get}
      params={{ planId }}
      title={({ planName }) => planName}
      subtitle={({ projectName }) => projectName}
      backTo="/my-plans"
      actions={({ abilities, auditStatus }) =>
        abilities.update && (
          <LinkButton to={`/my-plans/${planId}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
            {t(auditStatus === 'rejected' ? 'resubmit' : 'edit')}
          </LinkButton>
        )
      }
    >
      {(plan) => (
        <>
          {plan.auditStatus === 'rejected' && <Rejected plan={plan} />}
          <Details plan={plan} />
          <Section title={t('review')}>
            <Facts
              items={[
                [t('auditStatus'), <AuditBadge key="status" status={plan.auditStatus} />],
                [t('auditOpinion'), orNothing(plan.auditOpinion)],
                [t('auditTime'), minute(plan.auditTime)],
                [t('createTime'), minute(plan.createTime)],
              ]}
            />
          </Section>
        </>
      )}
    </RecordPage>
  )
}

export function Page() {
  const t = useTexts(myPlanTexts)
  const { planId }: { planId?: string } = useParams({ strict: false })
  return (
    <ApprovedOnly title={t('title')}>
      <MyPlan planId={planId} />
    </ApprovedOnly>
  )
}
