import { batchRoutes, type PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { Alert, Code, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Figures } from '../../components/figures/figures.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { minute, orNothing } from '../../lib/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ProofProvider } from '../security/proof.tsx'
import { BatchActions } from './batch-actions.tsx'
import { BatchLines } from './batch-lines.tsx'
import { AccountWanted } from './payer-account.tsx'
import { ReceiptSums } from './receipt-cell.tsx'
import { receiptTexts } from './receipt-texts.ts'
import { batchTexts } from './texts.ts'
import { OpenReceipts } from './waiting-receipts.tsx'
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

/** Who did what, and by what the bank file is recognized. */
function Steps({ batch }: { batch: PaymentBatch }) {
  const t = useTexts(batchTexts)
  const receipt = useTexts(receiptTexts)
  const { paid, returned, refused } = batch
  const by = (name: string | null, time: string | null) =>
    name === null ? orNothing(null) : t('byAt', { name, time: minute(time) })
  return (
    <Facts
      cols={4}
      items={[
        [t('createdBy'), by(batch.createdByName, batch.createTime)],
        [t('lockedBy'), by(batch.lockedByName, batch.lockedTime)],
        [t('releasedBy'), by(batch.releasedByName, batch.releasedTime)],
        [t('paidDate'), orNothing(batch.paidDate)],
        [t('result'), t('counts', { paid, returned, refused })],
        ...(batch.abilities.download
          ? ([[receipt('receipts'), <ReceiptSums key="receipts" batchId={batch.batchId} />]] as const)
          : []),
        ...(batch.fileSha256 === null
          ? []
          : ([
              [t('file'), orNothing(batch.fileName), true],
              [t('sha256'), <Code key="hash">{batch.fileSha256}</Code>, true],
            ] as const)),
      ]}
    />
  )
}

/** What keeps a batch from going on. */
function Notes({ batch }: { batch: PaymentBatch }) {
  const t = useTexts(batchTexts)
  const { user } = useSession()
  const { state, work, abilities, isStale, lockedByName } = batch
  if (work !== null) return null
  if (isStale) return <Alert color="orange">{t('stale')}</Alert>
  const isOwn = state === 'locked' && abilities.lock && !abilities.release
  return (
    <>
      {abilities.lock && <AccountWanted />}
      {isOwn && (
        <Alert variant="light">{t('waitsForOther', { name: lockedByName ?? user.name ?? '' })}</Alert>
      )}
    </>
  )
}

/** One batch: its sums, who did what, and its lines. */
export function Page() {
  const { batchId } = useParams({ strict: false }) as { batchId: string }
  const t = useTexts(batchTexts)
  return (
    <ProofProvider factorFirst>
      <RecordPage
        route={batchRoutes.get}
        params={{ batchId }}
        title={({ title }) => title}
        subtitle={(batch) => (
          <Text component="span" size="sm">
            <BatchBadge batch={batch} /> {batch.orgName} · {t('lineCount', { count: batch.lines })}
          </Text>
        )}
        backTo="/labor-payments/batches"
        actions={(batch) => <BatchActions batch={batch} />}
      >
        {(batch) => (
          <>
            <Work batch={batch} />
            <Notes batch={batch} />
            <Section title={t(hasSums(batch) ? 'sums' : 'progress')}>
              <Stack gap="md">
                {hasSums(batch) && <Sums batch={batch} />}
                <Steps batch={batch} />
              </Stack>
            </Section>
            {batch.abilities.download && <OpenReceipts batchId={batch.batchId} />}
            <BatchLines batch={batch} />
          </>
        )}
      </RecordPage>
    </ProofProvider>
  )
}
