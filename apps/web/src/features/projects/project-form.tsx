import { projectRoutes } from '@consilium/contract/projects.ts'
import { SimpleGrid } from '@mantine/core'
import { TimeField } from '../../components/dates/date-fields.tsx'
import { CheckboxField, LongTextField, TextField } from '../../components/fields.tsx'
import { RecordFormPage } from '../../components/record-form-page.tsx'
import { useMay } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { AssigneesFields } from './assignees.tsx'
import { projectTexts } from './texts.ts'

export function Page() {
  const t = useTexts(projectTexts)
  const may = useMay()
  return (
    <RecordFormPage
      get={projectRoutes.get}
      create={projectRoutes.create}
      update={projectRoutes.update}
      id="projectId"
      base="/projects"
      createTitle={t('create')}
      editTitle={t('edit')}
      initial={{ isBidProject: false, isPublished: false, publishesSpending: false }}
      title={({ projectName }) => projectName}
    >
      {(project) => (
        <>
          <TextField name="projectName" label={t('projectName')} />
          {project === null && <AssigneesFields />}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField
              name="projectNo"
              label={t('projectNo')}
              {...(project === null ? { description: t('projectNoHint') } : {})}
            />
            <CheckboxField name="isBidProject" label={t('isBid')} />
            <TimeField name="startTime" label={t('startTime')} />
            <TimeField name="endTime" label={t('endTime')} notBefore="startTime" />
          </SimpleGrid>
          <LongTextField name="description" label={t('description')} />
          {may(projectRoutes.create) && (
            <>
              <CheckboxField name="isPublished" label={t('publish')} />
              <LongTextField name="publishedSummary" label={t('publishedSummary')} />
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextField name="medicalField" label={t('medicalField')} />
                <TextField
                  name="publicContact"
                  label={t('publicContact')}
                  description={t('publicContactHint')}
                />
              </SimpleGrid>
              <CheckboxField name="publishesSpending" label={t('publishesSpending')} />
            </>
          )}
        </>
      )}
    </RecordFormPage>
  )
}
