import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { SimpleGrid } from '@mantine/core'
import { TimeField } from '../../components/dates/date-fields.tsx'
import { CheckboxField, LongTextField, TextField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { ProjectDimensions } from '../dimensions/dimension-fields.tsx'
import { useMay } from '../../lib/session/session.ts'
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
          <TextField name="projectName" />
          {project === null && <AssigneesFields />}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField
              name="projectNo"

              {...(project === null ? { description: t('projectNoHint') } : {})}
            />
            <CheckboxField name="isBidProject" />
            <TimeField name="startTime" />
            <TimeField name="endTime" notBefore="startTime" />
          </SimpleGrid>
          <ProjectDimensions project={project} />
          <LongTextField name="description" />
          {may(projectRoutes.create) && (
            <>
              <CheckboxField name="isPublished" />
              <LongTextField name="publishedSummary" />
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextField name="medicalField" />
                <TextField
                  name="publicContact"

                  description={t('publicContactHint')}
                />
              </SimpleGrid>
              <CheckboxField name="publishesSpending" />
            </>
          )}
        </>
      )}
    </RecordFormPage>
  )
}
