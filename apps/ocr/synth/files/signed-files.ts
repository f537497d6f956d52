import { openArchive } from '@consilium/archive/open-archive.ts'
import { writeArchive } from '@consilium/archive/write-archive.ts'
import PDFDocument from 'pdfkit'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { SignedXml } from 'xml-crypto'
import type { Mark } from '../drawing/drawing.ts'
import { drawPdf } from './render-pdf.ts'
import { cmsOf, sealOf, type Signer } from './signer.ts'

const CONTENTS_BYTES = 4096
const RANGE_DIGITS = 10
const PLACEHOLDER = 9_999_999_990

/** The places of the signature in a file that leaves room for it. */
function rangesOf(file: Buffer): [number, number, number, number] {
  const start = file.indexOf(`<${'00'.repeat(CONTENTS_BYTES)}>`)
  const end = start + 2 * CONTENTS_BYTES + 2
  return [0, start, end, file.length - end]
}

/** A PDF of one page with a signature over all of it. */
export async function renderSignedPdf(marks: readonly Mark[], signer: Signer): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0, compress: false })
  drawPdf(pdf, marks)
  const signature = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: [0, PLACEHOLDER + 1, PLACEHOLDER + 2, PLACEHOLDER + 3],
    Contents: Buffer.alloc(CONTENTS_BYTES),
  })
  const field = pdf.ref({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0], V: signature })
  pdf.initForm()
  const { _root: root } = pdf as unknown as {
    _root: { data: { AcroForm: { data: Record<string, unknown> } } }
  }
  Object.assign(root.data.AcroForm.data, { Fields: [field], SigFlags: 3 })
  signature.end(undefined)
  field.end(undefined)
  pdf.end()
  const file = await buffer(pdf)
  const ranges = rangesOf(file)
  for (const [index, value] of ranges.slice(1).entries()) {
    const at = file.indexOf(String(PLACEHOLDER + index + 1))
    file.write(String(value).padEnd(RANGE_DIGITS), at)
  }
  const [, before, after] = ranges
  const content = Buffer.concat([file.subarray(0, before), file.subarray(after)])
  file.write(cmsOf(signer, content).toString('hex'), before + 1)
  return file
}

const ARCHIVE_LIMITS = { entries: 100, entryBytes: 2 ** 24, totalBytes: 2 ** 26 }
const NAMESPACE = 'xmlns:ofd="http://www.ofdspec.org/2016"'
const SIGNATURE = 'Doc_0/Signs/Sign_0/Signature.xml'
const VALUE = 'Doc_0/Signs/Sign_0/SignedValue.dat'

export type Files = Record<string, Buffer>

export async function unpackFiles(archive: Buffer): Promise<Files> {
  const entries = await openArchive(archive, ARCHIVE_LIMITS)
  return Object.fromEntries(
    await Promise.all(entries.map(async ({ name, read }) => [name, await read()] as const)),
  )
}

export const packFiles = (files: Files): Promise<Buffer> =>
  buffer(writeArchive(Object.entries(files).map(([name, bytes]) => ({ name, content: [bytes] }))))

/** Puts a seal over all files of an OFD. */
export async function signOfd(ofd: Buffer, signer: Signer): Promise<Buffer> {
  const files = await unpackFiles(ofd)
  const { 'OFD.xml': root = Buffer.alloc(0), ...rest } = files
  const references = Object.entries(rest).map(([name, bytes]) => {
    const digest = createHash(signer.digestName).update(bytes).digest('base64')
    return `<ofd:Reference FileRef="/${name}"><ofd:CheckValue>${digest}</ofd:CheckValue></ofd:Reference>`
  })
  const signature = Buffer.from(
    `<ofd:Signature ${NAMESPACE}><ofd:SignedInfo><ofd:SignatureMethod>${signer.signatureOid}</ofd:SignatureMethod>` +
      `<ofd:References CheckMethod="${signer.digestOid}">${references.join('')}</ofd:References></ofd:SignedInfo>` +
      `<ofd:SignedValue>/${VALUE}</ofd:SignedValue></ofd:Signature>`,
  )
  const list = `<ofd:Signatures ${NAMESPACE}><ofd:Signature ID="1" Type="Seal" BaseLoc="/${SIGNATURE}"/></ofd:Signatures>`
  return packFiles({
    ...rest,
    'OFD.xml': Buffer.from(
      root
        .toString()
        .replace(
          '</ofd:DocBody>',
          '<ofd:Signatures>Doc_0/Signs/Signatures.xml</ofd:Signatures></ofd:DocBody>',
        ),
    ),
    'Doc_0/Signs/Signatures.xml': Buffer.from(list),
    [SIGNATURE]: signature,
    [VALUE]: sealOf(signer, signature),
  })
}

/** Signs XML as a whole (XMLDSig, enveloped). */
export function signXml(xml: string, privateKey: string, certificate: Buffer): string {
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END CERTIFICATE-----\n`
  const signer = new SignedXml({
    privateKey,
    publicCert: pem,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signer.addReference({
    xpath: '/*',
    isEmptyUri: true,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signer.computeSignature(xml)
  return signer.getSignedXml()
}
