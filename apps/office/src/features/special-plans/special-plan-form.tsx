import { specialPlanRoutes, type SpecialPlan } from '@consilium/contract/plans/special-plans.ts'
import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { TimeField } from '../../components/dates/date-fields.tsx'
import { CustomField, LongTextField, MoneyField, TextField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { SuggestedField } from '../../components/forms/suggested-field.tsx'
import type { ShownFile } from '../../components/upload/shown-file.ts'
import { PICTURES_AND_PDF } from '@consilium/web-kit/files.ts'
import { FileUpload } from '../../components/upload/file-upload.tsx'
import { useTexts } from '../../lib/texts.ts'
import { OrganizationField } from '../persons/organization-field.tsx'
import { specialPlanTexts } from './texts.ts'

const ATTACHMENTS_MAX = 20

/** The attachments of a plan as files that can be shown. */
export const attachmentsOf = (plan: SpecialPlan, nameOf: (number: number) => string): ShownFile[] =>
  plan.attachments.map((fileId, index) => ({
    fileId,
    fileName: nameOf(index + 1),
    url: plan.attachmentUrls[index] ?? '',
    mediaType: null,
  }))

function Attachments({ record }: { record: SpecialPlan | null }) {
  const t = useTexts(specialPlanTexts)
  const [files, setFiles] = useState<ShownFile[]>(() =>
    record ? attachmentsOf(record, (number) => t('attachment', { number })) : [],
  )
  return (
    <CustomField name="attachments" label={t('attachments')}>
      {(_value, set) => (
        <FileUpload
          label={t('addAttachment')}
          accept={PICTURES_AND_PDF}
          files={files}
          max={ATTACHMENTS_MAX}
          onChange={(next) => {
            setFiles(next)
            set(next.map(({ fileId }) => fileId))
          }}
        />
      )}
    </CustomField>
  )
}

export function Page() {
  const t = useTexts(specialPlanTexts)
  return (
    <RecordFormPage
      get={specialPlanRoutes.get}
      create={specialPlanRoutes.create}
      update={specialPlanRoutes.update}
      id="specialPlanId"
      base="/special-plans"
      createTitle={t('create')}
      editTitle={t('edit')}
      title={({ planName }) => planName}
    >
      {(record) => (
        <>
          <TextField name="planName" label={t('planName')} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <SuggestedField name="planType" from="plan_category" label={t('planType')} />
            <MoneyField name="budget" label={t('budget')} />
            <TimeField name="startTime" label={t('startTime')} />
            <TimeField name="endTime" label={t('endTime')} notBefore="startTime" />
          </SimpleGrid>
          <CustomField name="orgId" label={t('organization')}>
            {(value, set, id) => (
              <OrganizationField
                {...id}
                kind="any"
                known={record?.orgId ? [{ value: String(record.orgId), label: record.orgName ?? '' }] : []}
                value={typeof value === 'number' ? value : null}
                onChange={(orgId) => set(orgId ?? '')}
              />
            )}
          </CustomField>
          <LongTextField name="content" label={t('content')} />
          <Attachments record={record} />
        </>
      )}
    </RecordFormPage>
  )
}
