import { paymentPaperRoutes, type PaymentPaper } from '@consilium/contract/payments/payment-papers.ts'
import { CallFailed } from '@consilium/contract/client.ts'
import { Button, FileButton, List, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { money } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { papersTexts } from './papers-texts.ts'

const ACCEPT = '.pdf,.ofd,.xml,.jpg,.jpeg,.png,.webp,.tif,.tiff,.bmp,.heic'

/** Uploads the invoice of a payment, and says what it says otherwise than the payment. */
export default function InvoiceDialog({ paper, onClose }: { paper: PaymentPaper; onClose: () => void }) {
  const t = useTexts(papersTexts)
  const attach = useSend(paymentPaperRoutes.attach)
  const reset = useRef<() => void>(null)
  const { entryId, name, orgName, payableAmount } = paper
  const send = async (file: File | null) => {
    if (!file) return
    try {
      await attach.mutateAsync({ query: { entryId }, file })
      notifyDone(t('attached'))
      onClose()
    } catch {
      reset.current?.()
    }
  }
  const details = attach.error instanceof CallFailed ? (attach.error.answer.details ?? []) : []
  return (
    <Dialog title={t('uploadTitle', { name })} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('uploadHint', { name, payer: orgName, amount: money(payableAmount) })}</Text>
        {attach.error && <RequestError error={attach.error} />}
        {details.length > 0 && (
          <List size="sm">
            {details.map(({ message }) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
          </List>
        )}
        <FileButton accept={ACCEPT} resetRef={reset} onChange={(file) => void send(file)}>
          {(props) => (
            <Button
              {...props}
              loading={attach.isPending}
              leftSection={<IconUpload size={16} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Dialog>
  )
}
