import { isSignatureDoubted, type InvoiceReadField } from '@consilium/contract/invoice-reading.ts'
import type { MeetingInvoice } from '@consilium/contract/materials.ts'
import { Badge, Group, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconSignature } from '@tabler/icons-react'
import { minute } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { TextLink } from '../../components/links.tsx'
import { invoiceTexts } from './texts.ts'

export type Finding =
  | 'needsReview'
  | 'duplicated'
  | 'buyerDiffers'
  | 'differs'
  | 'amountsWrong'
  | 'signatureWrong'
  | 'corrected'

const COLORS: Record<Finding, string> = {
  needsReview: 'orange',
  duplicated: 'red',
  differs: 'orange',
  amountsWrong: 'orange',
  signatureWrong: 'red',
  buyerDiffers: 'yellow',
  corrected: 'lagoon',
}

/** Returns the problems of an invoice to check before payment. */
export function findingsOf(invoice: MeetingInvoice): Finding[] {
  const { duplicateOf, buyerMatches, recognized, correctedFields } = invoice
  const found: Record<Finding, boolean> = {
    needsReview: invoice.needsReview,
    duplicated: duplicateOf !== null,
    differs: (recognized?.checks.differences.length ?? 0) > 0,
    amountsWrong: recognized?.checks.amountsAddUp === false,
    signatureWrong: recognized !== null && isSignatureDoubted(recognized),
    buyerDiffers: buyerMatches === false,
    corrected: correctedFields.length > 0,
  }
  return (Object.keys(found) as Finding[]).filter((finding) => found[finding])
}

export function FindingBadges({ invoice }: { invoice: MeetingInvoice }) {
  const t = useTexts(invoiceTexts)
  const findings = findingsOf(invoice)
  if (findings.length === 0) return <Text size="sm">{t('allRight')}</Text>
  return (
    <Group gap={4}>
      {findings.map((finding) => (
        <Badge
          key={finding}
          variant="light"
          color={COLORS[finding]}
          leftSection={finding === 'corrected' ? undefined : <IconAlertTriangle size={12} aria-hidden />}
        >
          {t(finding)}
        </Badge>
      ))}
    </Group>
  )
}

function Duplicate({ invoice }: { invoice: MeetingInvoice }) {
  const t = useTexts(invoiceTexts)
  const use = invoice.duplicateOf
  if (!use) return null
  const { uses } = use
  const time = minute(use.createTime)
  if (use.isFirst) return t('duplicateFirst', { uses })
  if (use.meetingId === null) return t('duplicateElsewhere', { time, uses })
  return (
    <TextLink to={`/meetings/${use.meetingId}?tab=invoices`} inherit>
      {t('duplicateAt', { meeting: use.meetingName ?? '', time, uses })}
    </TextLink>
  )
}

/** The problems of an invoice in words. */
export function FindingList({ invoice }: { invoice: MeetingInvoice }) {
  const t = useTexts(invoiceTexts)
  const findings = findingsOf(invoice).filter((finding) => finding !== 'corrected')
  const signature = invoice.recognized?.signature
  if (findings.length === 0 && signature?.status !== 'valid') return null
  const differences = invoice.recognized?.checks.differences ?? []
  return (
    <List size="sm" p={0} icon={<IconAlertTriangle size={16} aria-hidden />}>
      {findings.includes('needsReview') && <List.Item>{t('needsReviewHint')}</List.Item>}
      {findings.includes('duplicated') && (
        <List.Item>
          {t('duplicated')}：<Duplicate invoice={invoice} />
        </List.Item>
      )}
      {differences.map(({ field, qr, text }) => (
        <List.Item key={field}>
          {t('differsAt', { field: t(field satisfies InvoiceReadField), qr, text })}
        </List.Item>
      ))}
      {findings.includes('amountsWrong') && <List.Item>{t('amountsWrongHint')}</List.Item>}
      {findings.includes('signatureWrong') && (
        <List.Item>
          {t(
            invoice.recognized?.signature?.status === 'invalid'
              ? 'signatureWrongHint'
              : 'signatureUncheckedHint',
          )}
        </List.Item>
      )}
      {findings.includes('buyerDiffers') && <List.Item>{t('buyerDiffersHint')}</List.Item>}
      {signature?.status === 'valid' && (
        <List.Item icon={<IconSignature size={16} aria-hidden />}>
          {t('signatureValid', { signer: signature.signer ?? '—' })}
        </List.Item>
      )}
    </List>
  )
}
