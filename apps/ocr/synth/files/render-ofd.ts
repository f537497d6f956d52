import { writeArchive } from '@consilium/archive/write-archive.ts'
import { buffer } from 'node:stream/consumers'
import type { CodeMark, Mark, TextMark } from '../drawing/drawing.ts'
import type { Invoice } from '../invoice.ts'
import { escapeXml, PAGE_HEIGHT, PAGE_WIDTH, SHARE_BEFORE } from '../page-units.ts'
import { darkModules } from './render-svg.ts'

/** GB/T 33190-2016. */
const NAMESPACE = 'xmlns:ofd="http://www.ofdspec.org/2016"'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const MM_PER_UNIT = 0.1
const PAGE_BOX = `0 0 ${PAGE_WIDTH * MM_PER_UNIT} ${PAGE_HEIGHT * MM_PER_UNIT}`
const FIRST_OBJECT = 100
const FONT_ID = 3

const mm = (units: number): string => (units * MM_PER_UNIT).toFixed(3)
/** The width of a character in ems: ideographs have one em, other characters half of it. */
const advance = (character: string): number => (/[\u2E80-\uFFEF⊗№]/.test(character) ? 1 : 0.5)

function textObject({ text, x, y, size, anchor, color }: TextMark, id: number): string {
  const characters = [...text]
  const widths = characters.map((character) => advance(character) * size)
  const width = widths.reduce((sum, one) => sum + one, 0)
  const left = x - width * SHARE_BEFORE[anchor]
  const box = `${mm(left)} ${mm(y - size)} ${mm(width)} ${mm(size * 1.2)}`
  const deltas = widths.slice(0, -1).map(mm).join(' ')
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(' ')
  return (
    `<ofd:TextObject ID="${id}" Boundary="${box}" Font="${FONT_ID}" Size="${mm(size)}">` +
    `<ofd:FillColor Value="${channels}"/>` +
    `<ofd:TextCode X="0" Y="${mm(size)}" DeltaX="${deltas}">${escapeXml(text)}</ofd:TextCode></ofd:TextObject>`
  )
}

function codeObject(mark: CodeMark, id: number): string {
  const { side, dark } = darkModules(mark)
  const step = mark.size / side
  const path = dark.map(([column, row]) => {
    const [left, top, right, bottom] = [column, row, column + 1, row + 1].map((place) => mm(place * step))
    return `M ${left} ${top} L ${right} ${top} L ${right} ${bottom} L ${left} ${bottom} C`
  })
  const box = `${mm(mark.x)} ${mm(mark.y)} ${mm(mark.size)} ${mm(mark.size)}`
  return (
    `<ofd:PathObject ID="${id}" Boundary="${box}" Fill="true" Stroke="false">` +
    `<ofd:FillColor Value="0 0 0"/><ofd:AbbreviatedData>${path.join(' ')}</ofd:AbbreviatedData></ofd:PathObject>`
  )
}

function pageXml(marks: readonly Mark[]): string {
  const objects = marks.flatMap((mark, place) => {
    if (mark.kind === 'text') return textObject(mark, FIRST_OBJECT + place)
    return mark.kind === 'code' ? codeObject(mark, FIRST_OBJECT + place) : []
  })
  return (
    `${HEAD}<ofd:Page ${NAMESPACE}><ofd:Area><ofd:PhysicalBox>${PAGE_BOX}</ofd:PhysicalBox></ofd:Area>` +
    `<ofd:Content><ofd:Layer ID="1">${objects.join('')}</ofd:Layer></ofd:Content></ofd:Page>`
  )
}

const DOCUMENT =
  `${HEAD}<ofd:Document ${NAMESPACE}><ofd:CommonData><ofd:MaxUnitID>99999</ofd:MaxUnitID>` +
  `<ofd:PageArea><ofd:PhysicalBox>${PAGE_BOX}</ofd:PhysicalBox></ofd:PageArea>` +
  '<ofd:PublicRes>PublicRes.xml</ofd:PublicRes></ofd:CommonData>' +
  '<ofd:Pages><ofd:Page ID="2" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages>' +
  '<ofd:Attachments>Attachs/Attachments.xml</ofd:Attachments></ofd:Document>'
const RESOURCES =
  `${HEAD}<ofd:Res ${NAMESPACE} BaseLoc="Res"><ofd:Fonts>` +
  `<ofd:Font ID="${FONT_ID}" FontName="宋体" FamilyName="SimSun"/></ofd:Fonts></ofd:Res>`
const ROOT =
  `${HEAD}<ofd:OFD ${NAMESPACE} Version="1.0" DocType="OFD"><ofd:DocBody>` +
  '<ofd:DocInfo><ofd:DocID>00000000000000000000000000000000</ofd:DocID></ofd:DocInfo>' +
  '<ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>'
const ATTACHMENTS =
  `${HEAD}<ofd:Attachments ${NAMESPACE}><ofd:Attachment ID="1" Name="original_invoice" Format="xml">` +
  '<ofd:FileLoc>original_invoice.xml</ofd:FileLoc></ofd:Attachment></ofd:Attachments>'

/** The invoice data that OFDs of the tax office contain beside the drawn page. */
function originalInvoice({ fields }: Invoice): string {
  const [year, month, day] = fields.issue_date!.split('-')
  const tag = (name: string, value: string | null) => `<fp:${name}>${escapeXml(value ?? '')}</fp:${name}>`
  const party = (role: 'Buyer' | 'Seller', name: string | null, id: string | null) =>
    `<fp:${role}>${tag(`${role}Name`, name)}${tag(`${role}TaxID`, id)}</fp:${role}>`
  const head = [
    tag('InvoiceCode', fields.invoice_code),
    tag('InvoiceNo', fields.invoice_number),
    tag('IssueDate', `${year}年${month}月${day}日`),
    tag('InvoiceCheckCode', fields.check_code),
    party('Buyer', fields.buyer_name, fields.buyer_tax_id),
    party('Seller', fields.seller_name, fields.seller_tax_id),
    tag('TaxInclusiveTotalAmount', fields.total_amount),
    tag('TaxExclusiveTotalAmount', fields.amount),
    tag('TaxTotalAmount', fields.tax_amount),
  ]
  return `${HEAD}<fp:eInvoice xmlns:fp="http://www.chinatax.gov.cn">${head.join('')}</fp:eInvoice>`
}

/** Renders an OFD of one page. With `original` it also contains the invoice data of the tax office. */
export async function renderOfd(marks: readonly Mark[], original?: Invoice): Promise<Buffer> {
  const files: Record<string, string> = {
    'OFD.xml': ROOT,
    'Doc_0/Document.xml': original
      ? DOCUMENT
      : DOCUMENT.replace(/<ofd:Attachments>.*<\/ofd:Attachments>/, ''),
    'Doc_0/PublicRes.xml': RESOURCES,
    'Doc_0/Pages/Page_0/Content.xml': pageXml(marks),
    ...(original && {
      'Doc_0/Attachs/Attachments.xml': ATTACHMENTS,
      'Doc_0/Attachs/original_invoice.xml': originalInvoice(original),
    }),
  }
  const parts = Object.entries(files).map(([name, text]) => ({ name, content: [Buffer.from(text)] }))
  return buffer(writeArchive(parts))
}
