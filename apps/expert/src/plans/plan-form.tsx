import {
  fileIdOf,
  planRoutes,
  ProjectPlanCreate,
  ProjectPlanUpdate,
  type ProjectPlan,
} from '@consilium/contract/plans/plans.ts'
import { publicProjectRoutes } from '@consilium/contract/publicity/publicity.ts'
import { DOCUMENTS } from '@consilium/web-kit/files.ts'
import { frameTexts } from '../frame/texts.ts'
import { unapprovedPage } from '../parts/audit-notice.tsx'
import { Button } from '../parts/button.tsx'
import { readSuggestions } from '../parts/dictionary.ts'
import { LongTextField, TextField, type FieldProps } from '../parts/fields.tsx'
import { ComboboxField, comboboxStyles } from '../parts/inputs/combobox.tsx'
import { inputsOf } from '../parts/inputs/inputs-of.ts'
import { Upload, uploadStyles } from '../parts/inputs/upload.tsx'
import { Sending } from '../parts/sending.tsx'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { myPlanTexts } from './texts.ts'

interface FieldsProps {
  visit: Visit
  of: (name: string, label?: string) => FieldProps
  plan: ProjectPlan | null
}

/** The design document as a file. An address outside of this service is left as it is. */
function DesignFile({ visit, plan }: Pick<FieldsProps, 'visit' | 'plan'>) {
  const t = visit.say(myPlanTexts)
  const url = plan?.designFileUrl ?? ''
  const fileId = fileIdOf(url)
  return (
    <fieldset>
      <legend class="strong">{t('designFile')}</legend>
      <Upload
        view={visit}
        id="design"
        label={t('designFile')}
        hint={t('designFileHint')}
        accept={DOCUMENTS}
        max={1}
        files={fileId === null ? [] : [{ fileId, fileName: t('designFile'), url, isPicture: false }]}
        keptIn={{ name: 'designFileUrl', value: fileId === null ? url : url.split('?')[0]! }}
      />
    </fieldset>
  )
}

async function fieldsFor({ visit, of, plan }: FieldsProps) {
  const t = visit.say(myPlanTexts)
  const [categories, forms] = await Promise.all([
    readSuggestions(visit, 'plan_category'),
    readSuggestions(visit, 'project_form'),
  ])
  return (
    <>
      <TextField {...of('planName', t('planName'))} isRequired />
      <div class="fields">
        <TextField {...of('planDirection', t('planDirection'))} />
        <TextField {...of('planCategory', t('planCategory'))} suggestions={categories} />
        <TextField {...of('projectForm', t('projectForm'))} suggestions={forms} />
        <ComboboxField
          {...of('projectId', t('project'))}
          hint={t('projectHint')}
          isNumber
          known={plan?.projectName ?? undefined}
          // Experts may choose published projects only.
          from={{
            route: publicProjectRoutes.list,
            keyword: 'keyword',
            value: 'projectId',
            label: 'projectName',
          }}
        />
      </div>
      <DesignFile visit={visit} plan={plan} />
      <LongTextField {...of('remark', t('remark'))} />
    </>
  )
}

const styles = comboboxStyles + uploadStyles

/** An expert submits a plan. */
export async function newPlanPage(visit: Visit): Promise<Page> {
  const t = visit.say(myPlanTexts)
  const frame = visit.say(frameTexts)
  if (!isApproved(visit)) return unapprovedPage(visit, t('title'))
  return {
    status: 200,
    title: t('create'),
    back: '/my-plans',
    styles,
    body: (
      <section class="card" aria-label={t('details')}>
        <Sending route={planRoutes.create} done={t('submitted')} then="/my-plans/{planId}">
          {await fieldsFor({ visit, of: inputsOf(visit, ProjectPlanCreate), plan: null })}
          <div class="buttons">
            <Button type="submit">{frame('save')}</Button>
            <Button kind="plain" href="/my-plans">
              {frame('cancel')}
            </Button>
          </div>
        </Sending>
      </section>
    ),
  }
}

/** An expert changes a plan, which is then reviewed again. */
export async function planForm(visit: Visit, planId: number): Promise<Page> {
  const t = visit.say(myPlanTexts)
  const frame = visit.say(frameTexts)
  if (!isApproved(visit)) return unapprovedPage(visit, t('title'))
  const plan = await visit.client.call(planRoutes.get, { params: { planId } })
  const { version, planName, auditStatus } = plan
  return {
    status: 200,
    title: t(auditStatus === 'rejected' ? 'resubmit' : 'edit'),
    subtitle: planName,
    back: `/my-plans/${planId}`,
    styles,
    body: (
      <section class="card" aria-label={t('details')}>
        <Sending
          route={planRoutes.update}
          body={{ planId, version }}
          changes="plan"
          done={t('submitted')}
          then={`/my-plans/${planId}`}
        >
          {await fieldsFor({ visit, of: inputsOf(visit, ProjectPlanUpdate, plan), plan })}
          <div class="buttons">
            <Button type="submit">{frame('save')}</Button>
            <Button kind="plain" href={`/my-plans/${planId}`}>
              {frame('cancel')}
            </Button>
          </div>
        </Sending>
      </section>
    ),
  }
}
