import { AuditStatus } from '@consilium/contract/experts/expert-record.ts'
import { planRoutes, type ProjectPlan } from '@consilium/contract/plans/plans.ts'
import { minute } from '@consilium/web-kit/format.ts'
import { frameTexts } from '../frame/texts.ts'
import { unapprovedPage } from '../parts/audit-notice.tsx'
import { Button } from '../parts/button.tsx'
import { readLabels } from '../parts/dictionary.ts'
import { ChoiceFilter, pageOf, Paging, SearchField } from '../parts/list.tsx'
import { Removal } from '../parts/removal.tsx'
import { AuditBadge } from '../parts/states.tsx'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { myPlanTexts } from './texts.ts'

const PAGE_SIZE = 10

interface PlanProps {
  visit: Visit
  plan: ProjectPlan
  status: string
}

function Plan({ visit, plan, status }: PlanProps) {
  const t = visit.say(myPlanTexts)
  const { planId, planName, projectName, auditStatus, auditOpinion, createTime, abilities } = plan
  return (
    <li class="card linked">
      <div class="head">
        <h2>
          <a href={`/my-plans/${planId}`}>{planName}</a>
        </h2>
        <AuditBadge label={status} status={auditStatus} />
      </div>
      {projectName !== null && <p class="soft">{projectName}</p>}
      {auditOpinion !== null && <p class="lines">{`${t('auditOpinion')} · ${auditOpinion}`}</p>}
      <div class="head">
        <p class="soft small">{`${t('createTime')} · ${minute(createTime)}`}</p>
        {abilities.remove && (
          <div class="above">
            <Removal view={visit} route={planRoutes.remove} params={{ planId }} name={planName} />
          </div>
        )}
      </div>
    </li>
  )
}

/** The plans of an expert, with how their reviews stand. */
export async function planListPage(visit: Visit): Promise<Page> {
  const t = visit.say(myPlanTexts)
  if (!isApproved(visit)) return unapprovedPage(visit, t('title'))
  const { client, query } = visit
  const planName = query.get('planName') ?? ''
  const auditStatus = AuditStatus.options.find((each) => each === query.get('auditStatus'))
  const page = pageOf(visit)
  const [answer, statusOf] = await Promise.all([
    client.call(planRoutes.list, {
      query: {
        ...(planName === '' ? {} : { planName }),
        ...(auditStatus ? { auditStatus } : {}),
        pageNum: page,
        pageSize: PAGE_SIZE,
      },
    }),
    readLabels(visit, 'audit_status'),
  ])
  const isFiltered = planName !== '' || auditStatus !== undefined
  return {
    status: 200,
    title: t('title'),
    actions: (
      <Button icon="plus" href="/my-plans/new">
        {t('create')}
      </Button>
    ),
    body: (
      <>
        <div class="filters">
          <ChoiceFilter
            visit={visit}
            name="auditStatus"
            label={t('auditStatus')}
            options={AuditStatus.options.map((value) => ({ value, label: statusOf(value) }))}
          />
          <SearchField visit={visit} name="planName" label={t('planName')} />
        </div>
        {answer.total === 0 ? (
          <div class="empty">
            <p class="soft">{isFiltered ? visit.say(frameTexts)('nothingFound') : t('emptyHint')}</p>
            {!isFiltered && (
              <Button kind="light" href="/my-plans/new">
                {t('firstOne')}
              </Button>
            )}
          </div>
        ) : (
          <ul class="cards">
            {answer.rows.map((plan) => (
              <Plan key={plan.planId} visit={visit} plan={plan} status={statusOf(plan.auditStatus)} />
            ))}
          </ul>
        )}
        <Paging visit={visit} total={answer.total} page={page} pageSize={PAGE_SIZE} />
      </>
    ),
  }
}
