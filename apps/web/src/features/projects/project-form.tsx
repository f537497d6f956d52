import { ProjectCreate, projectRoutes, ProjectUpdate, type Project } from '@consilium/contract/projects.ts'
import { SimpleGrid } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { z } from 'zod'
import { CheckboxField, LongTextField, TextField, TimeField } from '../../components/fields.tsx'
import { tellDone } from '../../components/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { RecordForm } from '../../components/record-form.tsx'
import { RecordPage } from '../../components/record-page.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useRecordForm, type RecordForm as FormState } from '../../components/use-record-form.ts'
import { call } from '../../lib/api.ts'
import { useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { projectTexts } from './texts.ts'

function Fields({ state, cancelTo }: { state: FormState; cancelTo: string }) {
  const t = useTexts(projectTexts)
  const may = useMay()
  return (
    <RecordForm state={state} cancelTo={cancelTo}>
      <TextField name="projectName" label={t('projectName')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name="projectNo" label={t('projectNo')} description={t('projectNoHint')} />
        <CheckboxField name="isBidProject" label={t('isBid')} />
        <TimeField name="startTime" label={t('startTime')} />
        <TimeField name="endTime" label={t('endTime')} />
      </SimpleGrid>
      <LongTextField name="description" label={t('description')} />
      {may(projectRoutes.create) && (
        <>
          <CheckboxField name="isPublished" label={t('publish')} />
          <LongTextField name="publishedSummary" label={t('publishedSummary')} />
        </>
      )}
    </RecordForm>
  )
}

function useArrival(): (project: Project) => void {
  const navigate = useNavigate()
  const t = useTexts(frameTexts)
  return ({ projectId }) => {
    tellDone(t('saved'))
    void navigate({ to: `/projects/${projectId}` })
  }
}

function CreateForm() {
  const send = useSend(projectRoutes.create)
  const state = useRecordForm<z.input<typeof ProjectCreate>, Project>({
    schema: ProjectCreate,
    initial: { isBidProject: false, isPublished: false },
    submit: async (body, headers) => (await send.mutateAsync({ body, headers })).data,
    onDone: useArrival(),
  })
  return <Fields state={state} cancelTo="/projects" />
}

function EditForm({ project }: { project: Project }) {
  const send = useSend(projectRoutes.update)
  const { projectId } = project
  const state = useRecordForm<z.input<typeof ProjectUpdate>, Project>({
    schema: ProjectUpdate,
    initial: project,
    always: ['projectId', 'version'],
    submit: async (body) => (await send.mutateAsync({ body })).data,
    onDone: useArrival(),
    reload: async () => (await call(projectRoutes.get, { params: { projectId } })).data,
  })
  return <Fields state={state} cancelTo={`/projects/${projectId}`} />
}

export function Page() {
  const t = useTexts(projectTexts)
  const { projectId }: { projectId?: string } = useParams({ strict: false })
  if (projectId === undefined)
    return (
      <>
        <PageHeader title={t('create')} backTo="/projects" />
        <CreateForm />
      </>
    )
  return (
    <RecordPage
      route={projectRoutes.get}
      params={{ projectId }}
      title={() => t('edit')}
      subtitle={({ projectName }) => projectName}
      backTo={`/projects/${projectId}`}
    >
      {(project) => <EditForm project={project} />}
    </RecordPage>
  )
}
