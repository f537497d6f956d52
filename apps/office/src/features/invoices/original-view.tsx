import { INVOICE_READ_FIELDS, type InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import type { MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { HEIC, Picture } from '../../components/heic/picture.tsx'
import { onDemand, wheel } from '../../components/on-demand.tsx'
import { useTexts } from '../../lib/texts.ts'
import { invoiceTexts } from './texts.ts'
import classes from './original-view.module.css'

const PdfView = onDemand(() => import('../../components/pdf-view.tsx'), wheel)

const PDF = 'application/pdf'
/** Types of pictures that every browser can show, and HEIC, which the page decodes itself. */
const SHOWN = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp', 'image/gif', HEIC]
const PERCENT = 100

const percent = (share: number) => `${share * PERCENT}%`

type Reading = MeetingInvoice['recognized']

interface OriginalViewProps {
  invoice: MeetingInvoice
  doubted: readonly InvoiceReadField[]
  active: InvoiceReadField | null
  onChoose: (field: InvoiceReadField) => void
}

interface BoxProps {
  reading: Reading
  page: number
}

/** The places of the fields on one page; each leads to its input. The one whose input has the focus is scrolled into sight. */
function Boxes({ page, reading, doubted, active, onChoose }: Omit<OriginalViewProps, 'invoice'> & BoxProps) {
  const t = useTexts(invoiceTexts)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  return INVOICE_READ_FIELDS.map((field) => {
    const box = reading?.boxes[field]
    if (box?.page !== page) return null
    const place = { left: box.x, top: box.y, width: box.width, height: box.height }
    return (
      <button
        key={field}
        ref={field === active ? current : undefined}
        type="button"
        className={classes.box}
        style={Object.fromEntries(Object.entries(place).map(([side, share]) => [side, percent(share)]))}
        data-doubted={doubted.includes(field)}
        data-active={field === active}
        aria-label={t('printedHere', { field: t(field) })}
        title={t(field)}
        onClick={() => onChoose(field)}
      />
    )
  })
}

/** The original of an invoice with a frame around each field that was read. */
export function OriginalView({ invoice, ...boxes }: OriginalViewProps) {
  const t = useTexts(invoiceTexts)
  const [file] = invoice.files
  const reading = invoice.recognized
  if (!file) return <Text size="sm">{t('noOriginal')}</Text>
  const { mediaType } = file
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('file')}>
      {mediaType === PDF && (
        <PdfView
          source={file.url}
          title={file.fileName}
          overlay={(page) => <Boxes {...boxes} reading={reading} page={page} />}
        />
      )}
      {SHOWN.includes(mediaType ?? '') && (
        <div className={classes.picture}>
          <Picture file={file} alt={file.fileName} />
          <Boxes {...boxes} reading={reading} page={reading?.page ?? 1} />
        </div>
      )}
      {mediaType !== PDF && !SHOWN.includes(mediaType ?? '') && (
        <Text size="sm">
          {t('originalNotShown')}{' '}
          <a href={`${file.url}${file.url.includes('?') ? '&' : '?'}download=true`} download={file.fileName}>
            {file.fileName}
          </a>
        </Text>
      )}
    </div>
  )
}
