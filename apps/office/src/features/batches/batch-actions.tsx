import { batchRoutes, type PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { receiptTexts } from './receipt-texts.ts'
import { batchTexts } from './texts.ts'

const LockDialog = onDemand(() => import('./lock-dialog.tsx'))
const ReleaseDialog = onDemand(() => import('./release-dialog.tsx'))
const DownloadDialog = onDemand(() => import('./download-dialog.tsx'))
const AnswerDialog = onDemand(() => import('./answer-dialog.tsx'))
const ReceiptsDialog = onDemand(() => import('./receipts-dialog.tsx'))

type Asked = 'lock' | 'release' | 'download' | 'answer' | 'receipts' | 'cancel' | 'settle'

interface DialogsProps {
  batch: PaymentBatch
  asked: Asked
  onReceipts: () => void
  onClose: () => void
}

function Dialogs({ batch, asked, onReceipts, onClose }: DialogsProps) {
  const t = useTexts(batchTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const cancel = useSend(batchRoutes.cancel)
  const settle = useSend(batchRoutes.settle)
  const { batchId, title, lines, paid } = batch
  const run = async (work: () => Promise<unknown>, done: 'cancelled' | 'settled') => {
    try {
      await work()
      notifyDone(t(done))
    } catch (error) {
      notifyFailed(frame('requestFailed'), say(error))
    }
  }
  if (asked === 'lock') return <LockDialog batch={batch} onClose={onClose} />
  if (asked === 'release') return <ReleaseDialog batch={batch} onClose={onClose} />
  if (asked === 'download') return <DownloadDialog batch={batch} onClose={onClose} />
  if (asked === 'answer') return <AnswerDialog batchId={batchId} onClose={onClose} />
  if (asked === 'receipts')
    return <ReceiptsDialog batchId={batchId} onImported={onReceipts} onClose={onClose} />
  if (asked === 'cancel')
    return (
      <Confirm
        title={t('cancelTitle', { title })}
        confirmLabel={t('cancel')}
        danger
        onConfirm={() => run(() => cancel.mutateAsync({ body: { batchId } }), 'cancelled')}
        onClose={onClose}
      >
        {t('cancelHint')}
      </Confirm>
    )
  return (
    <Confirm
      title={t('settleTitle', { count: lines - paid })}
      confirmLabel={t('settleAll')}
      onConfirm={() => run(() => settle.mutateAsync({ body: { batchId } }), 'settled')}
      onClose={onClose}
    >
      {t('settleHint')}
    </Confirm>
  )
}

interface BatchActionsProps {
  batch: PaymentBatch
  /** Receipts were imported. */
  onReceipts: () => void
}

/** What the user may do with a batch now, the next step as the filled button. */
export function BatchActions({ batch, onReceipts }: BatchActionsProps) {
  const t = useTexts(batchTexts)
  const receipt = useTexts(receiptTexts)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { abilities, state, isStale } = batch
  const mayRelease = abilities.release && !isStale
  const isOpen = state === 'exported'
  const buttons: { what: Asked; label: string; may: boolean; isNext?: boolean }[] = [
    { what: 'cancel', label: t('cancel'), may: abilities.cancel },
    { what: 'settle', label: t('settleAll'), may: abilities.settle && isOpen },
    { what: 'answer', label: t('answer'), may: abilities.settle },
    { what: 'receipts', label: receipt('import'), may: abilities.download },
    { what: 'download', label: t('download'), may: abilities.download, isNext: isOpen },
    {
      what: 'lock',
      label: t(state === 'locked' ? 'lockAgain' : 'lock'),
      may: abilities.lock,
      isNext: state === 'draft' || isStale,
    },
    { what: 'release', label: t('release'), may: mayRelease, isNext: true },
  ]
  return (
    <>
      {buttons
        .filter(({ may }) => may)
        .map(({ what, label, isNext = false }) => (
          <Button key={what} variant={isNext ? 'filled' : 'default'} onClick={() => setAsked(what)}>
            {label}
          </Button>
        ))}
      {asked && (
        <Dialogs batch={batch} asked={asked} onReceipts={onReceipts} onClose={() => setAsked(null)} />
      )}
    </>
  )
}
