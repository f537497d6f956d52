import type { DuePayment } from '@consilium/contract/payments/payments.ts'
import { treatyReliefRoutes } from '@consilium/contract/payments/treaty-reliefs.ts'
import { useState } from 'react'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { DateField } from '../../components/dates/date-fields.tsx'
import { TextField } from '../../components/forms/fields.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import type { ObjectSchema, Values } from '../../components/forms/form-values.ts'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { useRegions } from '../../components/forms/personal-facts.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import type { ShownFile } from '../../components/upload/shown-file.ts'
import { PICTURES_AND_PDF } from '@consilium/web-kit/files.ts'
import { FileUpload } from '../../components/upload/file-upload.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { reliefTexts } from './relief-texts.ts'

type DueFee = Pick<DuePayment, 'attendeeId' | 'name'>

/** Records relief under a treaty for the person of a fee, with its document. */
export default function ReliefDialog({ due, onClose }: { due: DueFee; onClose: () => void }) {
  const t = useTexts(reliefTexts)
  const { attendeeId, name } = due
  const [files, setFiles] = useState<readonly ShownFile[]>([])
  const [isBusy, setBusy] = useState(false)
  const send = useLooseSend(treatyReliefRoutes.create)
  const state = useRecordForm<Values, unknown>({
    schema: treatyReliefRoutes.create.body as ObjectSchema,
    initial: { attendeeId, rate: '0' },
    submit: (body, headers) => send.mutateAsync({ body, headers }),
    onDone: () => {
      notifyDone(t('recorded'))
      onClose()
    },
  })
  const change = (all: ShownFile[]) => {
    setFiles(all)
    state.form.setFieldValue('fileId', all[0]?.fileId ?? '')
  }
  return (
    <FormModal title={t('recordFor', { name })} isDirty={state.isDirty} onClose={onClose}>
      <RecordForm state={state} plain saveLabel={t('record')} isWaiting={isBusy || files.length === 0}>
        <SelectField name="country" label={t('country')} options={useRegions()} />
        <TextField name="article" label={t('article')} />
        <TextField name="rate" label={t('rateField')} description={t('rateHint')} inputMode="decimal" />
        <DateField name="validFrom" label={t('validFrom')} />
        <DateField name="validTo" label={t('validTo')} notBefore="validFrom" />
        <FileUpload
          label={t('document')}
          hint={t('documentHint')}
          accept={PICTURES_AND_PDF}
          max={1}
          files={files}
          onChange={change}
          onBusy={setBusy}
        />
      </RecordForm>
    </FormModal>
  )
}
