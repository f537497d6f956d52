import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { ATTACHMENTS_MAX } from '@consilium/contract/materials/material-record.ts'
import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { TimeField } from '../../components/dates/date-fields.tsx'
import { CustomField, LongTextField, PhoneField, TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import type { ShownFile } from '../../components/upload/shown-file.ts'
import { FileUpload } from '../../components/upload/file-upload.tsx'
import { callLoosely } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { useMaterialDictionaries } from './dictionaries.ts'
import type { AnyRecord, Kind, KindField } from './kinds.ts'
import { materialTexts } from './texts.ts'

/** File types that the service accepts: pictures, PDF and Office documents. */
const ACCEPT = 'image/jpeg,image/png,image/webp,application/pdf,.docx,.xlsx,.pptx'

function OneField({ field }: { field: KindField }) {
  const t = useTexts(materialTexts)
  const dictionaries = useMaterialDictionaries()
  const common = { name: field.name, label: t(field.name as 'title') }
  if (field.as === 'choice')
    return <SelectField {...common} options={dictionaries[field.dictionary]?.options ?? []} />
  if (field.as === 'time') return <TimeField {...common} />
  if (field.as === 'phone') return <PhoneField {...common} autoComplete="off" />
  return <TextField {...common} />
}

function Files({ record, onBusy }: { record: AnyRecord | null; onBusy: (isBusy: boolean) => void }) {
  const t = useTexts(materialTexts)
  const [files, setFiles] = useState<ShownFile[]>(record?.files ?? [])
  return (
    <CustomField name="attachments" label={t('files')}>
      {(_value, set) => (
        <FileUpload
          label={t('addFile')}
          accept={ACCEPT}
          camera
          files={files}
          max={ATTACHMENTS_MAX}
          onBusy={onBusy}
          onChange={(next) => {
            setFiles(next)
            set(next.map(({ fileId }) => fileId))
          }}
        />
      )}
    </CustomField>
  )
}

interface RecordDialogProps {
  kind: Kind
  meetingId: number
  record: AnyRecord | null
  onClose: () => void
}

/** Adds a record of a meeting, or changes one. */
export default function RecordDialog({ kind, meetingId, record, onClose }: RecordDialogProps) {
  const t = useTexts(materialTexts)
  const [isBusy, setBusy] = useState(false)
  const routes = materialRoutes[kind.name]
  const change =
    record === null
      ? {
          title: t('addOne', { kind: t(kind.one) }),
          route: routes.create,
          initial: { meetingId, ...kind.initial },
        }
      : {
          title: t('editOne', { kind: t(kind.one) }),
          route: routes.update,
          initial: record,
          always: ['recordId', 'version'],
          reload: async () => (await callLoosely(routes.get, { params: record })) as AnyRecord,
        }
  const short = kind.fields.filter(({ as }) => as !== 'text')
  const long = kind.fields.filter(({ as }) => as === 'text')
  return (
    <FormDialog {...change} size="lg" isBlocked={() => isBusy} onClose={onClose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {short.map((field) => (
          <OneField key={field.name} field={field} />
        ))}
      </SimpleGrid>
      {long.map(({ name }) => (
        <LongTextField key={name} name={name} label={t(name as 'title')} />
      ))}
      <Files record={record} onBusy={setBusy} />
    </FormDialog>
  )
}
