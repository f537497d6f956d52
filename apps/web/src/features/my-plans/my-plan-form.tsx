import {
  fileIdOf,
  planRoutes,
  ProjectPlanCreate,
  ProjectPlanUpdate,
  type ProjectPlan,
} from '@consilium/contract/plans/plans.ts'
import { publicProjectRoutes, type PublicProject } from '@consilium/contract/publicity/publicity.ts'
import { SimpleGrid } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { RemoteField } from '../../components/forms/choice-fields.tsx'
import { CustomField, LongTextField, TextField } from '../../components/forms/fields.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import type { OptionSource } from '../../components/forms/option-source.ts'
import { SuggestedField } from '../../components/forms/suggested-field.tsx'
import { frameTexts } from '../../components/texts.ts'
import type { ShownFile } from '../../components/upload/file-gallery.tsx'
import { FileUpload, PICTURES_AND_PDF } from '../../components/upload/file-upload.tsx'
import { useRecordForm, type RecordForm as FormState } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { ApprovedOnly } from '../profile/audit-notice.tsx'
import { myPlanTexts } from './texts.ts'

const DOCUMENTS = `${PICTURES_AND_PDF},.docx,.pptx,.xlsx`

/** Experts may choose published projects only. */
const openProjects: OptionSource = {
  route: publicProjectRoutes.list,
  query: (keyword): Record<string, string> => (keyword === '' ? {} : { keyword }),
  options: (rows) =>
    (rows as PublicProject[]).map(({ projectId, projectName }) => ({
      value: String(projectId),
      label: projectName,
    })),
}

/** The design document as a file. An address outside this service is left unchanged. */
function fileAt(url: string, fileName: string): ShownFile[] {
  const fileId = fileIdOf(url)
  return fileId === null ? [] : [{ fileId, fileName, url, mediaType: 'application/octet-stream' }]
}

function DesignFile({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const t = useTexts(myPlanTexts)
  const [chosen, setChosen] = useState<ShownFile | null>(null)
  return (
    <CustomField name="designFileUrl" label={t('designFile')}>
      {(value, set) => (
        <FileUpload
          label={t('designFile')}
          hint={t('designFileHint')}
          accept={DOCUMENTS}
          camera
          max={1}
          files={
            chosen?.url === value
              ? [chosen!]
              : fileAt(typeof value === 'string' ? value : '', t('designFile'))
          }
          onBusy={onBusy}
          onChange={([file]) => {
            setChosen(file ?? null)
            set(file?.url ?? '')
          }}
        />
      )}
    </CustomField>
  )
}

interface FieldsProps {
  state: FormState
  cancelTo: string
  plan?: ProjectPlan
}

function Fields({ state, cancelTo, plan }: FieldsProps) {
  const t = useTexts(myPlanTexts)
  const [isBusy, setBusy] = useState(false)
  const known =
    plan?.projectId && plan.projectName ? [{ value: String(plan.projectId), label: plan.projectName }] : []
  return (
    <RecordForm state={state} cancelTo={cancelTo} isWaiting={isBusy}>
      <TextField name="planName" label={t('planName')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name="planDirection" label={t('planDirection')} />
        <SuggestedField name="planCategory" from="plan_category" label={t('planCategory')} />
        <SuggestedField name="projectForm" from="project_form" label={t('projectForm')} />
        <RemoteField
          name="projectId"
          label={t('project')}
          description={t('projectHint')}
          source={openProjects}
          known={known}
        />
      </SimpleGrid>
      <DesignFile onBusy={setBusy} />
      <LongTextField name="remark" label={t('remark')} />
    </RecordForm>
  )
}

function useArrival(): (plan: ProjectPlan) => void {
  const navigate = useNavigate()
  const t = useTexts(myPlanTexts)
  const frame = useTexts(frameTexts)
  return ({ planId, auditStatus }) => {
    notifyDone(auditStatus === 'pending' ? t('submitted') : frame('saved'))
    void navigate({ to: `/my-plans/${planId}` })
  }
}

function CreateForm() {
  const send = useSend(planRoutes.create)
  const state = useRecordForm<z.input<typeof ProjectPlanCreate>, ProjectPlan>({
    schema: ProjectPlanCreate,
    submit: (body, headers) => send.mutateAsync({ body, headers }),
    onDone: useArrival(),
  })
  return <Fields state={state} cancelTo="/my-plans" />
}

function EditForm({ plan }: { plan: ProjectPlan }) {
  const send = useSend(planRoutes.update)
  const { planId } = plan
  const state = useRecordForm<z.input<typeof ProjectPlanUpdate>, ProjectPlan>({
    schema: ProjectPlanUpdate,
    initial: plan,
    always: ['planId', 'version'],
    submit: (body) => send.mutateAsync({ body }),
    onDone: useArrival(),
    reload: () => call(planRoutes.get, { params: { planId } }),
  })
  return <Fields state={state} cancelTo={`/my-plans/${planId}`} plan={plan} />
}

function Form({ planId }: { planId: string | undefined }) {
  const t = useTexts(myPlanTexts)
  if (planId === undefined)
    return (
      <>
        <PageHeader title={t('create')} backTo="/my-plans" />
        <CreateForm />
      </>
    )
  return (
    <RecordPage
      route={planRoutes.get}
      params={{ planId }}
      title={({ auditStatus }) => t(auditStatus === 'rejected' ? 'resubmit' : 'edit')}
      subtitle={({ planName }) => planName}
      backTo="/my-plans"
      trail={({ planName }) => [{ label: planName, to: `/my-plans/${planId}` }]}
    >
      {(plan) => <EditForm plan={plan} />}
    </RecordPage>
  )
}

export function Page() {
  const t = useTexts(myPlanTexts)
  const { planId }: { planId?: string } = useParams({ strict: false })
  return (
    <ApprovedOnly title={t('title')}>
      <Form planId={planId} />
    </ApprovedOnly>
  )
}
