import { INVOICE_READ_FIELDS, type InvoiceReadField } from '@consilium/contract/invoice-reading.ts'
import type { MeetingInvoice } from '@consilium/contract/materials.ts'
import { onDemand, wheel } from '../../components/on-demand.tsx'
import { useTexts } from '../../lib/texts.ts'
import { invoiceTexts } from './texts.ts'
import classes from './original-view.module.css'

const PdfView = onDemand(() => import('../../components/pdf-view.tsx'), wheel)

const PDF = 'application/pdf'
/** Pictures that every browser shows. */
const SHOWN = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp']
const PERCENT = 100

const percent = (share: number) => `${share * PERCENT}%`

export type Reading = NonNullable<MeetingInvoice['recognized']>

/** The file of a recognized invoice, if it can be shown and the places of its fields are known. */
export function shownOriginal({ files, recognized }: MeetingInvoice) {
  const [file] = files
  const isPlaced = recognized !== null && Object.values(recognized.boxes).some((box) => box !== null)
  return file && isPlaced && [PDF, ...SHOWN].includes(file.mediaType ?? '') ? file : undefined
}

interface OriginalViewProps {
  invoice: MeetingInvoice
  reading: Reading
  doubted: readonly InvoiceReadField[]
  active: InvoiceReadField | null
  onChoose: (field: InvoiceReadField) => void
}

/** The places of the fields on one page; each leads to its input. */
function Boxes({ page, reading, doubted, active, onChoose }: OriginalViewProps & { page: number }) {
  const t = useTexts(invoiceTexts)
  return INVOICE_READ_FIELDS.map((field) => {
    const box = reading.boxes[field]
    if (box?.page !== page) return null
    const place = { left: box.x, top: box.y, width: box.width, height: box.height }
    return (
      <button
        key={field}
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

/** The original of a recognized invoice with a frame around each field that was read. */
export function OriginalView(props: OriginalViewProps) {
  const { invoice, reading } = props
  const file = shownOriginal(invoice)
  if (!file) return null
  return (
    <div className={classes.scroll}>
      {file.mediaType === PDF ? (
        <PdfView
          source={file.url}
          title={file.fileName}
          overlay={(page) => <Boxes {...props} page={page} />}
        />
      ) : (
        <div className={classes.picture}>
          <img src={file.url} alt={file.fileName} />
          <Boxes {...props} page={reading.page} />
        </div>
      )}
    </div>
  )
}
