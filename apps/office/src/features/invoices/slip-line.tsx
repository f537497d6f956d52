import {
  type RecognitionBatch,
  type RecognizedSlip,
  SLIP_LABELS,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { onDemand } from '../../components/on-demand.tsx'
import { money, useLabel } from '../../lib/format.ts'
import { useMay, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { sumInCurrency, YUAN } from './slip-values.ts'
import { invoiceTexts } from './texts.ts'

const InvoiceDialog = onDemand(() => import('./invoice-dialog.tsx'))

interface SlipLineProps {
  slip: RecognizedSlip
  batch: RecognitionBatch
  meeting: Meeting
}

/** What was read of a slip. An invoice is entered from it only by a person, who sees the values first. */
export function SlipLine({ slip, batch, meeting }: SlipLineProps) {
  const t = useTexts(invoiceTexts)
  const kind = useLabel(SLIP_LABELS)(slip.kind)
  const may = useMay()
  const { user } = useSession()
  const [isEntering, setEntering] = useState(false)
  const { invoiceNumber, issueDate, sellerName, totalAmount } = slip.values
  const sum = slip.currency === YUAN ? totalAmount && money(totalAmount) : sumInCurrency(slip)
  const read = [invoiceNumber, issueDate, sellerName, sum].filter((value) => value !== null && value !== '')
  const mayEnter =
    may(materialRoutes.meetingInvoice.create) && batch.isCurrent && meeting.currentStage !== 'closed'
  // The file of another account is refused to everybody but managers.
  const isOwnFile = batch.createUserId === user.userId || ['admin', 'manager'].includes(user.roleType)
  return (
    <Group gap="xs" justify="space-between" align="center">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('slipRead', { kind, values: read.join(' · ') })}
      </Text>
      {slip.recordId !== null && (
        <Badge variant="light" color="teal">
          {t('slipEntered')}
        </Badge>
      )}
      {slip.recordId === null && mayEnter && (
        <Button size="compact-sm" variant="light" onClick={() => setEntering(true)}>
          {t('enterSlip')}
        </Button>
      )}
      {isEntering && (
        <InvoiceDialog
          meetingId={meeting.meetingId}
          slip={isOwnFile ? slip : { ...slip, file: null }}
          onClose={() => setEntering(false)}
        />
      )}
    </Group>
  )
}
