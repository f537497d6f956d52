import {
  doubtsOf,
  isSignatureDoubted,
  type InvoiceReadField,
  type ReadingDoubt,
} from '@consilium/contract/invoices/invoice-reading.ts'
import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import type { MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { Badge, Group, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconSignature } from '@tabler/icons-react'
import { minute, useColon } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { TextLink } from '../../components/links.tsx'
import { invoiceTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'

export type Finding =
  | 'needsReview'
  | 'duplicated'
  | 'buyerDiffers'
  | 'differs'
  | 'amountsWrong'
  | 'signatureWrong'
  | 'notOriginal'
  | 'corrected'

const COLORS: Record<Finding, string> = {
  needsReview: 'orange',
  duplicated: 'red',
  differs: 'orange',
  amountsWrong: 'orange',
  signatureWrong: 'red',
  buyerDiffers: 'yellow',
  notOriginal: 'yellow',
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
    notOriginal: invoice.original.problem === 'NOT_ORIGINAL',
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
  if (use.meetingId === null) return dated(t('duplicateElsewhere', { time, uses }))
  return (
    <TextLink to={`/meetings/${use.meetingId}?tab=invoices`} inherit>
      {dated(t('duplicateAt', { meeting: use.meetingName ?? '', time, uses }))}
    </TextLink>
  )
}

/** How each doubt is put in words; that about the signer has words of its own. */
const DOUBT_TEXTS = {
  MISSING: 'doubtMissing',
  NAME_TOO_SHORT: 'doubtShort',
  NOT_PRINTED: 'doubtNotPrinted',
  NAME_UNCERTAIN: 'doubtName',
  KNOWN_OTHERWISE: 'doubtKnown',
  SEVERAL_INVOICES: 'doubtSeveral',
} as const
type WordedDoubt = ReadingDoubt & { reason: keyof typeof DOUBT_TEXTS }

/** The doubts of the reading, until somebody has looked at the invoice and saved it. */
const doubtsInWords = ({ needsReview, recognized }: MeetingInvoice): WordedDoubt[] =>
  needsReview && recognized
    ? doubtsOf(recognized).filter((doubt): doubt is WordedDoubt => doubt.reason !== 'SIGNER')
    : []

function signatureText(signature: FileSignature | undefined) {
  if (signature?.status === 'invalid') return 'signatureWrongHint'
  if (signature?.reason === 'SELF_ISSUED') return 'signatureSelfIssuedHint'
  return signature?.status === 'untrusted' ? 'signatureUntrustedHint' : 'signatureUncheckedHint'
}

/** The problems of an invoice in words. */
export function FindingList({ invoice }: { invoice: MeetingInvoice }) {
  const t = useTexts(invoiceTexts)
  const colon = useColon()
  // What is wrong with the original stands beside the answer of the authority.
  const findings = findingsOf(invoice).filter(
    (finding) => finding !== 'corrected' && finding !== 'notOriginal',
  )
  const signature = invoice.recognized?.signature
  if (findings.length === 0 && signature?.status !== 'valid') return null
  const doubts = doubtsInWords(invoice)
  const differences = invoice.recognized?.checks.differences ?? []
  return (
    <List size="sm" p={0} icon={<IconAlertTriangle size={16} aria-hidden />}>
      {findings.includes('needsReview') && <List.Item>{t('needsReviewHint')}</List.Item>}
      {doubts.map((doubt) => (
        <List.Item key={`${doubt.field ?? ''} ${doubt.reason}`}>
          {t(DOUBT_TEXTS[doubt.reason], { field: doubt.field === null ? '' : t(doubt.field) })}
        </List.Item>
      ))}
      {findings.includes('duplicated') && (
        <List.Item>
          {t('duplicated') + colon}
          <Duplicate invoice={invoice} />
        </List.Item>
      )}
      {differences.map(({ field, qr, text }) => (
        <List.Item key={field}>
          {t('differsAt', { field: t(field satisfies InvoiceReadField), qr, text })}
        </List.Item>
      ))}
      {findings.includes('amountsWrong') && <List.Item>{t('amountsWrongHint')}</List.Item>}
      {findings.includes('signatureWrong') && (
        <List.Item>{t(signatureText(signature), { signer: signature?.signer ?? '—' })}</List.Item>
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
