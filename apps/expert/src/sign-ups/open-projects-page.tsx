import { MAX_PAGE_SIZE } from '@consilium/contract/envelope.ts'
import { ExecutionIntentCreate, executionIntentRoutes } from '@consilium/contract/intents/intents.ts'
import { publicProjectRoutes, type PublicProject } from '@consilium/contract/publicity/publicity.ts'
import { day, namesOf } from '@consilium/web-kit/format.ts'
import { frameTexts } from '../frame/texts.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { LongTextField } from '../parts/fields.tsx'
import { inputsOf } from '../parts/inputs/inputs-of.ts'
import { pageOf, Paging, SearchField } from '../parts/list.tsx'
import { Facts } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Page, Visit } from '../visit.ts'
import { signUpTexts } from './texts.ts'

const PAGE_SIZE = 10

interface Shown {
  visit: Visit
  project: PublicProject
}

function SignUp({ visit, project: { projectId, projectName } }: Shown) {
  const t = visit.say(signUpTexts)
  const dialog = `sign-up-${projectId}`
  const of = inputsOf(visit, ExecutionIntentCreate)
  const label = `${t('signUp')} · ${projectName}`
  return (
    <>
      <Button kind="light" data-opens={dialog} label={label}>
        {t('signUp')}
      </Button>
      <Dialog view={visit} id={dialog} title={label}>
        <Sending route={executionIntentRoutes.create} body={{ projectId }} done={t('sent')} then="/sign-ups">
          <p class="soft small">{t('asYou')}</p>
          <LongTextField {...of('remark', t('remark'))} id={`remark-${projectId}`} hint={t('remarkHint')} />
          <div class="buttons">
            <Button type="submit">{t('signUp')}</Button>
          </div>
        </Sending>
      </Dialog>
    </>
  )
}

function Project({ visit, project, isOwn }: Shown & { isOwn: boolean }) {
  const t = visit.say(signUpTexts)
  const { projectName, summary, startTime, endTime, sponsorOrgName } = project
  const period = [startTime, endTime].some((time) => time !== null)
  return (
    <li class="card">
      <div class="head">
        <h2>{projectName}</h2>
        {isOwn ? <Badge tone="good">{t('signedUp')}</Badge> : <SignUp visit={visit} project={project} />}
      </div>
      {summary !== null && <p class="lines">{summary}</p>}
      {(period || sponsorOrgName !== '') && (
        <Facts
          items={[
            ...(period ? [[t('period'), `${day(startTime)} – ${day(endTime)}`] as const] : []),
            ...(sponsorOrgName === ''
              ? []
              : [[t('sponsors'), namesOf(sponsorOrgName, visit.language)] as const]),
          ]}
        />
      )}
    </li>
  )
}

/** The projects that are open to sign-ups. */
export async function openProjectsPage(visit: Visit): Promise<Page> {
  const t = visit.say(signUpTexts)
  const { client, query } = visit
  const keyword = query.get('keyword') ?? ''
  const page = pageOf(visit)
  const [answer, own] = await Promise.all([
    client.call(publicProjectRoutes.list, {
      query: { ...(keyword === '' ? {} : { keyword }), pageNum: page, pageSize: PAGE_SIZE },
    }),
    client.call(executionIntentRoutes.list, { query: { pageSize: MAX_PAGE_SIZE } }),
  ])
  const chosen = new Set(own.rows.map(({ projectId }) => projectId))
  return {
    status: 200,
    title: t('openProjects'),
    back: '/sign-ups',
    body: (
      <>
        <SearchField visit={visit} name="keyword" label={t('search')} />
        {answer.total === 0 ? (
          <p class="soft empty">{keyword === '' ? t('noProjects') : visit.say(frameTexts)('nothingFound')}</p>
        ) : (
          <ul class="cards">
            {answer.rows.map((project) => (
              <Project
                key={project.projectId}
                visit={visit}
                project={project}
                isOwn={chosen.has(project.projectId)}
              />
            ))}
          </ul>
        )}
        <Paging visit={visit} total={answer.total} page={page} pageSize={PAGE_SIZE} />
      </>
    ),
  }
}
