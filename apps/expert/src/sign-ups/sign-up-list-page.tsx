import {
  executionIntentRoutes,
  ExecutionIntentUpdate,
  type ExecutionIntent,
} from '@consilium/contract/intents/intents.ts'
import { INTENT_STATUS_LABELS, INTENT_STATUSES } from '@consilium/contract/publicity/publicity.ts'
import { minute } from '@consilium/web-kit/format.ts'
import { frameTexts } from '../frame/texts.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { LongTextField } from '../parts/fields.tsx'
import { inputsOf } from '../parts/inputs/inputs-of.ts'
import { ChoiceFilter, pageOf, Paging, SearchField } from '../parts/list.tsx'
import { Removal } from '../parts/removal.tsx'
import { Sending } from '../parts/sending.tsx'
import { IntentBadge } from '../parts/states.tsx'
import type { Page, Visit } from '../visit.ts'
import { signUpTexts } from './texts.ts'

const PAGE_SIZE = 10

interface Shown {
  visit: Visit
  intent: ExecutionIntent
}

function Change({ visit, intent }: Shown) {
  const t = visit.say(signUpTexts)
  const frame = visit.say(frameTexts)
  const { intentId, version, projectName } = intent
  const dialog = `change-${intentId}`
  const of = inputsOf(visit, ExecutionIntentUpdate, intent)
  return (
    <>
      <Button kind="quiet" icon="pencil" data-opens={dialog} label={t('changeOne', { name: projectName })}>
        {t('change')}
      </Button>
      <Dialog view={visit} id={dialog} title={projectName}>
        <Sending
          route={executionIntentRoutes.update}
          body={{ intentId, version }}
          changes={`sign-up-${intentId}`}
          done={frame('saved')}
        >
          <p class="soft small">{t('asYou')}</p>
          <LongTextField {...of('remark', t('remark'))} id={`remark-${intentId}`} hint={t('remarkHint')} />
          <div class="buttons">
            <Button type="submit">{frame('save')}</Button>
          </div>
        </Sending>
      </Dialog>
    </>
  )
}

function SignUp({ visit, intent }: Shown) {
  const t = visit.say(signUpTexts)
  const { intentId, projectName, projectNo, status, remark, createTime, abilities } = intent
  return (
    <li class="card">
      <div class="head">
        <h2>{projectName}</h2>
        <IntentBadge view={visit} status={status} />
      </div>
      <p class="soft">{projectNo}</p>
      {remark !== null && <p class="lines">{remark}</p>}
      <div class="head">
        <p class="soft small">{`${t('createTime')} · ${minute(createTime)}`}</p>
        <div class="buttons">
          {abilities.update && <Change visit={visit} intent={intent} />}
          {abilities.remove && (
            <Removal
              view={visit}
              route={executionIntentRoutes.remove}
              params={{ intentId }}
              name={projectName}
            />
          )}
        </div>
      </div>
    </li>
  )
}

/** The projects that an expert has signed up for. */
export async function signUpListPage(visit: Visit): Promise<Page> {
  const t = visit.say(signUpTexts)
  const { client, query } = visit
  const projectName = query.get('projectName') ?? ''
  const status = INTENT_STATUSES.find((each) => each === query.get('status'))
  const page = pageOf(visit)
  const answer = await client.call(executionIntentRoutes.list, {
    query: {
      ...(projectName === '' ? {} : { projectName }),
      ...(status ? { status } : {}),
      pageNum: page,
      pageSize: PAGE_SIZE,
    },
  })
  const isFiltered = projectName !== '' || status !== undefined
  return {
    status: 200,
    title: t('title'),
    actions: (
      <Button icon="plus" href="/sign-ups/new">
        {t('add')}
      </Button>
    ),
    body: (
      <>
        <div class="filters">
          <ChoiceFilter
            visit={visit}
            name="status"
            label={t('status')}
            options={INTENT_STATUSES.map((value) => ({
              value,
              label: visit.label(INTENT_STATUS_LABELS, value),
            }))}
          />
          <SearchField visit={visit} name="projectName" label={t('project')} />
        </div>
        {answer.total === 0 ? (
          <div class="empty">
            <p class="soft">{isFiltered ? visit.say(frameTexts)('nothingFound') : t('noSignUps')}</p>
            {!isFiltered && (
              <Button kind="light" href="/sign-ups/new">
                {t('add')}
              </Button>
            )}
          </div>
        ) : (
          <ul class="cards">
            {answer.rows.map((intent) => (
              <SignUp key={intent.intentId} visit={visit} intent={intent} />
            ))}
          </ul>
        )}
        <Paging visit={visit} total={answer.total} page={page} pageSize={PAGE_SIZE} />
      </>
    ),
  }
}
