import type { AnsweredFile } from '@consilium/contract/client.ts'
import { batchRoutes, type PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { Code, Stack, Text } from '@mantine/core'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { TextField } from '../../components/forms/fields.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import type { ObjectSchema, Values } from '../../components/forms/form-values.ts'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { money } from '../../lib/format.ts'
import { callLoosely, saveFile } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { batchTexts } from './texts.ts'

/** Asks what the bank file is for, and says by what it can be recognized. */
export default function DownloadDialog({ batch, onClose }: { batch: PaymentBatch; onClose: () => void }) {
  const t = useTexts(batchTexts)
  const { batchId, lines, netAmount, fileName, fileSha256 } = batch
  const state = useRecordForm<Values, AnsweredFile>({
    schema: batchRoutes.download.body as ObjectSchema,
    initial: { batchId, purpose: t('upload') },
    submit: (body, headers) => callLoosely<AnsweredFile>(batchRoutes.download, { body, headers }),
    onDone: (file) => {
      saveFile(file, fileName ?? '')
      notifyDone(t('downloaded'))
      onClose()
    },
  })
  return (
    <FormModal title={t('download')} isDirty={state.isDirty} onClose={onClose}>
      <RecordForm state={state} plain saveLabel={t('download')}>
        <Stack gap="xs">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {fileName}
          </Text>
          <Text size="sm">{t('downloadSum', { count: lines, net: money(netAmount) })}</Text>
          <Text size="sm" component="div">
            {t('sha256')} <Code style={{ overflowWrap: 'anywhere' }}>{fileSha256}</Code>
          </Text>
          <Text size="sm" c="dimmed">
            {t('downloadHint')}
          </Text>
        </Stack>
        <TextField name="purpose" label={t('purpose')} />
      </RecordForm>
    </FormModal>
  )
}
