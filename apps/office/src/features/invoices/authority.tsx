import { INVOICE_READ_FIELDS, type InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import {
  ORIGINAL_PROBLEM_LABELS,
  printedValue,
  VERIFICATION_PROBLEM_LABELS,
} from '@consilium/contract/invoices/verification.ts'
import { verificationRoutes } from '@consilium/contract/invoices/verification-routes.ts'
import type { MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { useField } from '../../components/forms/fields.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, orNothing, useColon, useComma, useLabel } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { PrintedCrop } from './printed-crop.tsx'
import { invoiceTexts } from './texts.ts'
import { verificationTexts } from './verification-texts.ts'
import { VerificationBadge } from './verification-badge.tsx'
import classes from './authority.module.css'
import { dated } from '../../components/dated.tsx'

/** Pictures that a part can be cut out of. */
const CUT: readonly (string | null)[] = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp', 'image/gif']

interface FieldProps {
  invoice: MeetingInvoice
  field: InvoiceReadField
}

/** What is printed, as text where recognition could tell it, and as it looks. */
function Printed({ invoice, field }: FieldProps) {
  const t = useTexts(verificationTexts)
  const own = useTexts(invoiceTexts)
  const { recognized, files } = invoice
  const box = recognized?.boxes[field]
  const [file] = files
  const text = recognized ? printedValue(recognized, field) : null
  return (
    <>
      {text !== null && <div>{text}</div>}
      {box && file && CUT.includes(file.mediaType) && (
        <PrintedCrop url={file.url} box={box} alt={t('printedOf', { field: own(field) })} />
      )}
      {text === null && !box && t('lookAtOriginal')}
    </>
  )
}

/** One field: what recognition read, what is printed, what the authority has, and a way to take that. */
function Difference({ invoice, field }: FieldProps) {
  const t = useTexts(verificationTexts)
  const own = useTexts(invoiceTexts)
  const kinds = useDictionary('invoice_type')
  const { value: current, set } = useField(field)
  const shown = (value: string | null) =>
    value !== null && field === 'invoiceType' ? kinds.label(value) : orNothing(value)
  const authority = invoice.verification.fields?.[field] ?? null
  const isTaken = invoice.verification.taken.includes(field)
  return (
    <div className={classes.field}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h6">
          {own(field)}
        </Title>
        {current === authority || isTaken ? (
          <Text size="xs" c="dimmed">
            {t('taken')}
          </Text>
        ) : (
          <Button
            size="compact-sm"
            variant="light"
            aria-label={t('takeOf', { field: own(field) })}
            onClick={() => set(authority)}
          >
            {t('take')}
          </Button>
        )}
      </Group>
      <dl className={classes.sources}>
        <div>
          <dt>{t(invoice.recognized ? 'byRecognition' : 'byHand')}</dt>
          <dd>{shown(invoice.recognized ? invoice.recognized.fields[field] : invoice[field])}</dd>
        </div>
        <div>
          <dt>{t('byPrint')}</dt>
          <dd>
            <Printed invoice={invoice} field={field} />
          </dd>
        </div>
        <div>
          <dt>{t('byAuthority')}</dt>
          <dd>{shown(authority)}</dd>
        </div>
      </dl>
    </div>
  )
}

/** Why an invoice waits or was given up, and what is missing before it can be asked about. */
function useStateWords({ verification, verificationState }: MeetingInvoice): string[] {
  const t = useTexts(verificationTexts)
  const comma = useComma()
  const own = useTexts(invoiceTexts)
  const problem = useLabel(VERIFICATION_PROBLEM_LABELS)
  const { missing, nextTime, verifiedTime } = verification
  const isWaiting = verificationState === 'waiting'
  return [
    ...(verifiedTime === null ? [] : [t('answeredAt', { time: minute(verifiedTime) })]),
    ...(verification.problem === null ? [] : [problem(verification.problem)]),
    ...(isWaiting && nextTime !== null && verification.problem !== null
      ? [t('nextAt', { time: minute(nextTime) })]
      : []),
    ...(missing.length > 0 && verificationState === 'none'
      ? [t('missing', { fields: missing.map((field) => own(field)).join(comma) })]
      : []),
  ]
}

/** What the tax authority says of an invoice, beside recognition and print where they differ. Stands in the form of the invoice. */
export function AuthorityPanel({ invoice }: { invoice: MeetingInvoice }) {
  const t = useTexts(verificationTexts)
  const colon = useColon()
  const ask = useSend(verificationRoutes.ask)
  const originalProblem = useLabel(ORIGINAL_PROBLEM_LABELS)
  const words = useStateWords(invoice)
  const { verification, verificationState, original } = invoice
  const differing = INVOICE_READ_FIELDS.filter((field) => verification.differences.includes(field))
  const isSilent = verificationState === 'none' && !verification.mayAsk && original.problem === null
  if (isSilent) return null
  return (
    <Stack gap="xs" role="group" aria-label={t('title')}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {t('title')}
          </Text>
          <VerificationBadge state={verificationState} />
        </Group>
        {verification.mayAsk && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={ask.isPending}
            onClick={() => ask.mutate({ body: { recordIds: [invoice.recordId] } })}
          >
            {t(verificationState === 'none' ? 'verify' : 'verifyAgain')}
          </Button>
        )}
      </Group>
      {ask.error && <RequestError error={ask.error} />}
      {ask.data?.some(({ isSpent }) => isSpent) && (
        <Text size="xs" role="status">
          {t('spent')}
        </Text>
      )}
      {words.length > 0 && (
        <Text size="xs" c="dimmed">
          {dated(words.join(' · '))}
        </Text>
      )}
      {original.problem !== null && (
        <Text size="xs">{t('original') + colon + originalProblem(original.problem)}</Text>
      )}
      {differing.map((field) => (
        <Difference key={field} invoice={invoice} field={field} />
      ))}
    </Stack>
  )
}
