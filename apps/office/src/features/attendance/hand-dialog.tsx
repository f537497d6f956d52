import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import type { Presence } from '@consilium/contract/attendance/presence.ts'
import { Alert } from '@mantine/core'
import { useState } from 'react'
import { TimeField } from '../../components/dates/date-fields.tsx'
import { NumberSelectField } from '../../components/forms/choice-fields.tsx'
import { CustomField, RadioField, TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import type { ShownFile } from '../../components/upload/shown-file.ts'
import { PICTURES } from '@consilium/web-kit/files.ts'
import { FileUpload } from '../../components/upload/file-upload.tsx'
import { minute } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { attendanceTexts } from './texts.ts'

function Photo({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const t = useTexts(attendanceTexts)
  const [files, setFiles] = useState<ShownFile[]>([])
  return (
    <CustomField name="photoFileId" label={t('photo')}>
      {(_value, set) => (
        <FileUpload
          label={t('photo')}
          accept={PICTURES}
          camera
          max={1}
          files={files}
          onBusy={onBusy}
          onChange={(next) => {
            setFiles(next)
            set(next[0]?.fileId)
          }}
        />
      )}
    </CustomField>
  )
}

/** Enters a sign-in or sign-out that nobody made at the door, or corrects one. */
export default function HandDialog({ presence, onClose }: { presence: Presence; onClose: () => void }) {
  const t = useTexts(attendanceTexts)
  const [isBusy, setBusy] = useState(false)
  const correctable = presence.marks.filter(({ replacedBy }) => replacedBy === null)
  return (
    <FormDialog
      title={t('byHandOne', { name: presence.name })}
      route={attendanceRoutes.recordByHand}
      initial={{ attendeeId: presence.attendeeId, kind: 'in' }}
      doneText={t('saved')}
      isBlocked={() => isBusy}
      onClose={onClose}
    >
      <Alert variant="light">{t('byHandHint')}</Alert>
      <RadioField
        name="kind"
        label={t('kind')}
        options={[
          { value: 'in', label: t('firstIn') },
          { value: 'out', label: t('lastOut') },
        ]}
      />
      <TimeField name="markTime" label={t('time')} />
      {correctable.length > 0 && (
        <NumberSelectField
          name="replaces"
          label={t('corrects')}
          description={t('correctsNone')}
          options={correctable.map(({ markId, kind, markTime }) => ({
            value: String(markId),
            label: `${t(kind === 'in' ? 'firstIn' : 'lastOut')} ${minute(markTime)}`,
          }))}
        />
      )}
      <TextField name="reason" label={t('reason')} />
      <Photo onBusy={setBusy} />
    </FormDialog>
  )
}
