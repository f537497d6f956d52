import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { SimpleGrid } from '@mantine/core'
import { CheckboxField, LongTextField, TextField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { SuggestedField } from '../../components/forms/suggested-field.tsx'
import { useTexts } from '../../lib/texts.ts'
import { ProjectField } from '../projects/project-field.tsx'
import { planTexts } from './texts.ts'

export function Page() {
  const t = useTexts(planTexts)
  return (
    <RecordFormPage
      get={planRoutes.get}
      create={planRoutes.create}
      update={planRoutes.update}
      id="planId"
      base="/plans"
      createTitle={t('create')}
      editTitle={t('edit')}
      initial={{ isSettled: false }}
      title={({ planName }) => planName}
    >
      {(record) => (
        <>
          <TextField name="planName" label={t('planName')} />
          <ProjectField name="projectId" label={t('project')} known={record} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name="planDirection" label={t('planDirection')} />
            <SuggestedField name="planCategory" from="plan_category" label={t('planCategory')} />
            <SuggestedField name="projectForm" from="project_form" label={t('projectForm')} />
            <TextField name="designFileUrl" label={t('designFileUrl')} inputMode="url" />
          </SimpleGrid>
          <CheckboxField name="isSettled" label={t('isSettled')} />
          <LongTextField name="remark" label={t('remark')} />
        </>
      )}
    </RecordFormPage>
  )
}
