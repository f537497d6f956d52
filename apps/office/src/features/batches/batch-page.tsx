import { batchRoutes, type PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { Alert, Box, Group, Paper, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Figures } from '../../components/figures/figures.tsx'
import { Facts, RecordPage } from '../../components/records/record-page.tsx'
import { minute } from '../../lib/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ProofProvider } from '../security/proof.tsx'
import { BankFile } from './bank-file.tsx'
import { BatchActions } from './batch-actions.tsx'
import { BatchLines } from './batch-lines.tsx'
import { AccountWanted } from './payer-account.tsx'
import { ReceiptSums } from './receipt-cell.tsx'
import { receiptTexts } from './receipt-texts.ts'
import { batchTexts } from './texts.ts'
import { useReceiptSums, WaitingReceipts } from './waiting-receipts.tsx'
import { BatchBadge, Work } from './work.tsx'

/** Nothing is settled before the batch is locked, and a cancelled one pays nothing. */
const hasSums = ({ lockedTime, state }: PaymentBatch) => lockedTime !== null && state !== 'cancelled'

function Sums({ batch }: { batch: PaymentBatch }) {
  const t = useTexts(batchTexts)
  return (
    <Figures
      items={[
        [t('gross'), batch.payableAmount],
        [t('vat'), batch.vatAmount],
        [t('surcharges'), batch.surchargeAmount],
        [t('incomeTax'), batch.incomeTax],
        [t('net'), batch.netAmount],
      ]}
    />
  )
}

/** What became of the lines. */
function Outcome({
  batch: { paid, returned, refused },
  receipts,
}: {
  batch: PaymentBatch
  receipts: ReactNode
}) {
  const t = useTexts(batchTexts)
  const receipt = useTexts(receiptTexts)
  return (
    <Facts
      flow
      items={[
        [t('result'), t('counts', { paid, returned, refused })],
        ...(receipts === null ? [] : ([[receipt('receipts'), receipts, true]] as const)),
      ]}
    />
  )
}

/** Who did what, and by what the bank file is recognized. */
function Steps({ batch }: { batch: PaymentBatch }) {
  const t = useTexts(batchTexts)
  const { createdByName, lockedByName, releasedByName, paidDate, fileName, fileSha256 } = batch
  const done = [
    ['createdBy', createdByName, batch.createTime],
    ['lockedBy', lockedByName, batch.lockedTime],
    ['releasedBy', releasedByName, batch.releasedTime],
  ] as const
  return (
    <Facts
      flow
      items={[
        ...done.flatMap(([label, name, time]) =>
          name === null ? [] : ([[t(label), t('byAt', { name, time: minute(time) })]] as const),
        ),
        ...(paidDate === null ? [] : ([[t('paidDate'), paidDate]] as const)),
        ...(fileSha256 === null
          ? []
          : ([[t('file'), <BankFile key="file" name={fileName} sha256={fileSha256} />, true]] as const)),
      ]}
    />
  )
}

/** What keeps a batch from going on. */
function Notes({ batch: { work, abilities, isStale } }: { batch: PaymentBatch }) {
  const t = useTexts(batchTexts)
  if (work !== null) return null
  if (!isStale) return abilities.lock && <AccountWanted />
  return (
    <Alert color="orange" py={6}>
      {t('stale')}
    </Alert>
  )
}

/** Who locked a batch does not release it. */
function WaitsForOther({ batch }: { batch: PaymentBatch }) {
  const t = useTexts(batchTexts)
  const { user } = useSession()
  const { state, work, abilities, isStale, lockedByName } = batch
  if (work !== null || isStale || state !== 'locked' || !abilities.lock || abilities.release) return null
  return (
    <Text size="sm" fw={500}>
      {t('waitsForOther', { name: lockedByName ?? user.name ?? '' })}
    </Text>
  )
}

interface ContentProps {
  batch: PaymentBatch
  /** Whether the receipts without a line are shown. */
  isAssigning: boolean
  onAssigning: (isAssigning: boolean) => void
}

/** The figures and facts of a batch in two rows, so that its lines are in sight. */
function Content({ batch, isAssigning, onAssigning }: ContentProps) {
  const t = useTexts(batchTexts)
  const { batchId, abilities } = batch
  const sums = useReceiptSums(batchId, abilities.download)
  const toggle = () => onAssigning(!isAssigning)
  const receipts = sums && <ReceiptSums sums={sums} isAssigning={isAssigning} onToggle={toggle} />
  const title = t(hasSums(batch) ? 'sums' : 'progress')
  return (
    <>
      <Stack gap="xs">
        <Work batch={batch} />
        <Notes batch={batch} />
        <Paper withBorder radius="md" px="md" py="xs" component="section" aria-label={title}>
          <Stack gap="xs">
            {hasSums(batch) && (
              <Group gap="0.25rem 1.25rem" align="flex-start">
                <Sums batch={batch} />
                <Outcome batch={batch} receipts={receipts ?? null} />
              </Group>
            )}
            <Steps batch={batch} />
            <WaitsForOther batch={batch} />
          </Stack>
        </Paper>
      </Stack>
      {sums && isAssigning && <WaitingReceipts batchId={batchId} sums={sums} />}
      <BatchLines batch={batch} />
    </>
  )
}

/** One batch: its sums, who did what, and its lines. */
export function Page() {
  const { batchId } = useParams({ strict: false }) as { batchId: string }
  const t = useTexts(batchTexts)
  const [isAssigning, setAssigning] = useState(false)
  return (
    <ProofProvider factorFirst>
      <RecordPage
        route={batchRoutes.get}
        params={{ batchId }}
        title={({ title }) => title}
        subtitle={(batch) => (
          <Text component="span" size="sm">
            <Box component="span" me={6}>
              <BatchBadge batch={batch} />
            </Box>
            {batch.orgName} · {t('lineCount', { count: batch.lines })}
          </Text>
        )}
        backTo="/labor-payments/batches"
        trail={() => [{ label: t('title'), to: '/labor-payments/batches' }]}
        actions={(batch) => <BatchActions batch={batch} onReceipts={() => setAssigning(true)} />}
      >
        {(batch) => <Content batch={batch} isAssigning={isAssigning} onAssigning={setAssigning} />}
      </RecordPage>
    </ProofProvider>
  )
}
