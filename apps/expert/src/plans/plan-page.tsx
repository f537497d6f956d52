import { planRoutes, type ProjectPlan } from '@consilium/contract/plans/plans.ts'
import { minute, orNothing } from '@consilium/web-kit/format.ts'
import { unapprovedPage } from '../parts/audit-notice.tsx'
import { Button } from '../parts/button.tsx'
import { readLabels } from '../parts/dictionary.ts'
import { Notice } from '../parts/notice.tsx'
import { Facts, Section } from '../parts/section.tsx'
import { AuditBadge } from '../parts/states.tsx'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { myPlanTexts } from './texts.ts'

interface Shown {
  visit: Visit
  plan: ProjectPlan
}

function Rejected({ visit, plan }: Shown) {
  const t = visit.say(myPlanTexts)
  return (
    <Notice tone="warning" title={t('auditOpinion')}>
      <p class="lines">{orNothing(plan.auditOpinion)}</p>
      <p>{t('rejectedHint')}</p>
    </Notice>
  )
}

function Details({ visit, plan }: Shown) {
  const t = visit.say(myPlanTexts)
  const file = plan.designFileUrl
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
            file === null ? (
              orNothing(null)
            ) : (
              <a key="file" class="touch" href={file} target="_blank" rel="noreferrer">
                {t('openFile')}
              </a>
            ),
          ],
          [t('remark'), orNothing(plan.remark)],
        ]}
      />
    </Section>
  )
}

/** One plan of an expert with its review. */
export async function planPage(visit: Visit, planId: number): Promise<Page> {
  const t = visit.say(myPlanTexts)
  if (!isApproved(visit)) return unapprovedPage(visit, t('title'))
  const [plan, statusOf] = await Promise.all([
    visit.client.call(planRoutes.get, { params: { planId } }),
    readLabels(visit, 'audit_status'),
  ])
  const { projectName, auditStatus, abilities } = plan
  const shown = { visit, plan }
  return {
    status: 200,
    title: plan.planName,
    ...(projectName === null ? {} : { subtitle: projectName }),
    back: '/my-plans',
    actions: abilities.update && (
      <Button icon="pencil" href={`/my-plans/${planId}/edit`}>
        {t(auditStatus === 'rejected' ? 'resubmit' : 'edit')}
      </Button>
    ),
    body: (
      <>
        {auditStatus === 'rejected' && <Rejected {...shown} />}
        <Details {...shown} />
        <Section title={t('review')}>
          <Facts
            items={[
              [
                t('auditStatus'),
                <AuditBadge key="status" label={statusOf(auditStatus)} status={auditStatus} />,
              ],
              [t('auditOpinion'), orNothing(plan.auditOpinion)],
              [t('auditTime'), minute(plan.auditTime)],
              [t('createTime'), minute(plan.createTime)],
            ]}
          />
        </Section>
      </>
    ),
  }
}
