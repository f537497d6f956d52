import { fileIdOf, planRoutes } from '@consilium/contract/plans/plans.ts'
import { DOCUMENTS } from '@consilium/web-kit/files.ts'
import { Input, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { CheckboxField, LongTextField, TextField, useField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { SuggestedField } from '../../components/forms/suggested-field.tsx'
import { FileUpload } from '../../components/upload/file-upload.tsx'
import type { ShownFile } from '../../components/upload/shown-file.ts'
import { useTexts } from '../../lib/texts.ts'
import { ProjectField } from '../projects/project-field.tsx'
import { planTexts } from './texts.ts'

/** Without the signature, which is another one in every answer. */
const unsigned = (address: string) => (fileIdOf(address) === null ? address : address.split('?')[0]!)

/** The design as a file of this service, or the address of one elsewhere. */
function Design({ known }: { known: string | null }) {
  const t = useTexts(planTexts)
  const { set } = useField('designFileUrl')
  const fileId = known === null ? null : fileIdOf(known)
  const [file, setFile] = useState<ShownFile | null>(
    fileId === null ? null : { fileId, fileName: t('designFileUrl'), url: known!, mediaType: null },
  )
  return (
    <Stack gap="xs">
      {file === null ? (
        <TextField
          name="designFileUrl"
          label={t('designFileUrl')}
          description={t('designFileHint')}
          inputMode="url"
        />
      ) : (
        <Input.Label labelElement="div">{t('designFileUrl')}</Input.Label>
      )}
      <FileUpload
        label={t('designFileUrl')}
        accept={DOCUMENTS}
        files={file === null ? [] : [file]}
        max={1}
        onChange={([next]) => {
          setFile(next ?? null)
          set(next === undefined ? '' : unsigned(next.url))
        }}
      />
    </Stack>
  )
}

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
      shown={({ designFileUrl, ...plan }) => ({
        ...plan,
        designFileUrl: designFileUrl === null ? null : unsigned(designFileUrl),
      })}
    >
      {(record) => (
        <>
          <TextField name="planName" label={t('planName')} />
          <ProjectField name="projectId" label={t('project')} known={record} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name="planDirection" label={t('planDirection')} />
            <SuggestedField name="planCategory" from="plan_category" label={t('planCategory')} />
            <SuggestedField name="projectForm" from="project_form" label={t('projectForm')} />
          </SimpleGrid>
          <Design known={record?.designFileUrl ?? null} />
          <CheckboxField name="isSettled" label={t('isSettled')} />
          <LongTextField name="remark" label={t('remark')} />
        </>
      )}
    </RecordFormPage>
  )
}
