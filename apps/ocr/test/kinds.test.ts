// Slow
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import {
  INVOICE_FIELDS,
  RecognitionAnswer,
  type RecognizedInvoice,
  type RecognizedPages,
} from '@consilium/contract/recognition/recognition.ts'
import { zip } from '@consilium/archive/test/zip.ts'
import sharp from 'sharp'
import { drawSeeded } from '../synth/generate.ts'
import { toHeic } from '../synth/files/heic.ts'
import { digitalXml, voucherXml } from '../synth/invoice-xml.ts'
import { toJbig2 } from '../synth/files/jbig2.ts'
import { makeNegative, type Negative, NEGATIVES } from '../synth/negatives.ts'
import { renderOfd } from '../synth/files/render-ofd.ts'
import { renderPdf } from '../synth/files/render-pdf.ts'
import { packFiles, renderSignedPdf, signOfd, signXml, unpackFiles } from '../synth/files/signed-files.ts'
import { ecdsaSigner, rsaSigner, type Signer, sm2Signer } from '../synth/files/signer.ts'
import { startOcr, type Answer, type OcrService } from './ocr-service.ts'
import { codePicture, DIGITAL_PAYLOAD, ELECTRONIC_PAYLOAD, hugePng, page, pngPage } from './pictures.ts'
import { wholeForm } from '@consilium/tracing/test/whole-form.ts'

const PATIENT = { pageMs: 100_000, totalMs: 100_000 }
const ISSUER = '国家税务总局电子发票专用章'
/** Somebody whose certificate the operator has imported. */
const trusted = rsaSigner(ISSUER)
const UNTRUSTED = { status: 'untrusted', signer: ISSUER, reason: 'SELF_ISSUED' }

let service: OcrService
before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-issuers-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'issuer.cer'), trusted.certificate)
  service = await startOcr({ limits: PATIENT, env: { OCR_TRUSTED_ISSUERS: folder } })
  await service.untilReady()
})
after(() => service.close())

const one = ({ status, body }: Answer<unknown>): RecognizedInvoice => {
  assert.equal(status, 200)
  assert.ok(RecognitionAnswer.safeParse(body).success, JSON.stringify(body))
  return body as RecognizedInvoice
}
const quick = async (file: Buffer) => one(await service.send(file, '?full=false'))
const drawn = drawSeeded(7, '32', 'none')
const written = drawn.marks.filter(({ kind }) => kind === 'text')
const printed = () => INVOICE_FIELDS.map((field) => drawn.invoice.fields[field] ?? null)
const fieldsOf = (invoice: RecognizedInvoice) => INVOICE_FIELDS.map((field) => invoice[field])
const signatureOf = ({ signature }: RecognizedInvoice) => [signature.status, signature.reason]

/** In GBK, which Node decodes only: by the reverse of what it decodes. */
function gbkOf(text: string): Buffer {
  const bytesOf = new Map<string, number[]>()
  const decoder = new TextDecoder('gbk')
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1)
      bytesOf.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
  return Buffer.from([...text].flatMap((sign) => (sign < '\x80' ? [sign.charCodeAt(0)] : bytesOf.get(sign)!)))
}

async function ofdWith(files: Record<string, Buffer>): Promise<Buffer> {
  return packFiles({ ...(await unpackFiles(await renderOfd(written))), ...files })
}

describe('pictures', () => {
  it('REC-19: a HEIC photo is read as any other picture', async () => {
    const photo = await toHeic(sharp(await codePicture(DIGITAL_PAYLOAD)))
    const invoice = await quick(photo)
    assert.deepEqual([invoice.is_invoice, invoice.qr_raw], [true, DIGITAL_PAYLOAD])
    const cut = await quick(photo.subarray(0, 400))
    assert.deepEqual([cut.is_invoice, cut.error_code], [false, 'FILE_DAMAGED'])
  })

  it('REC-19: a JPEG without its end is read where it shows the code, and damaged where it does not', async () => {
    const jpeg = await (await page(ELECTRONIC_PAYLOAD)).jpeg().toBuffer()
    const cut = await quick(jpeg.subarray(0, Math.floor(jpeg.length * 0.9)))
    assert.deepEqual([cut.is_invoice, cut.invoice_number], [true, '80100798'])
    const blank = await (await page()).jpeg().toBuffer()
    const none = await quick(blank.subarray(0, Math.floor(blank.length * 0.9)))
    assert.deepEqual([none.is_invoice, none.error_code], [false, 'FILE_DAMAGED'])
  })

  it('REC-19: an 85-megapixel photo is shrunk while it is decoded', async () => {
    const photo = await (
      await page(DIGITAL_PAYLOAD)
    )
      .greyscale()
      .resize(11_300, 7533, { kernel: 'nearest' })
      .jpeg({ quality: 60 })
      .toBuffer()
    assert.equal((await quick(photo)).invoice_number, '26427000000375586818')
  })

  it('REC-30: the code of an animation is read from whichever of its frames shows it', async () => {
    const frames = [await pngPage(), await pngPage(DIGITAL_PAYLOAD)]
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const invoice = await quick(animation)
    assert.deepEqual([invoice.is_invoice, invoice.qr_raw], [true, DIGITAL_PAYLOAD])
  })

  it('REC-19: a picture of one row shows no code', async () => {
    const row = await sharp({ create: { width: 60_000, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const invoice = await quick(row)
    assert.deepEqual([invoice.is_invoice, invoice.error_code], [false, 'NO_QR'])
  })

  it('REC-14: a barcode of goods is no QR code', async () => {
    const pen = sharp(await pngPage()).composite([
      { input: Buffer.from(eanSvg('6901234567892')), left: 300, top: 200 },
    ])
    const invoice = await quick(await pen.png().toBuffer())
    assert.deepEqual([invoice.error_code, invoice.qr_raw], ['NO_QR', null])
  })

  it('REC-14 OCR-5: papers that people send with their invoices are none, whatever number or code they have', async () => {
    const codes: Record<Negative, string> = {
      'taxi receipt': 'NO_QR',
      'medical bill': 'QR_FORMAT_INVALID',
      'quota ticket': 'NO_QR',
      'card slip': 'QR_FORMAT_INVALID',
      agenda: 'NO_QR',
      blank: 'NO_QR',
    }
    for (const [seed, negative] of NEGATIVES.entries()) {
      const invoice = await quick(await makeNegative(seed, negative, 'none'))
      assert.deepEqual([invoice.is_invoice, invoice.error_code], [false, codes[negative]], negative)
      assert.deepEqual(
        fieldsOf(invoice).filter((value) => value !== null),
        [],
      )
    }
  })

  it('REC-9: blockchain invoices and toll invoices of the provinces are invoices', async () => {
    const hash = '007547b34bf2fa4dfadf9dd789f9b017b59bee8c563e1185232d66bc58b7c90a04'
    const address = `https://bcfp.shenzhen.chinatax.gov.cn/verify/scan?hash=${hash}&bill_num=05830164&total_amount=50007`
    const blockchain = await quick(await pngPage(address))
    assert.deepEqual(
      [blockchain.is_invoice, blockchain.invoice_number, blockchain.total_amount, blockchain.amount],
      [true, '05830164', '500.07', null],
    )
    const toll = await quick(await pngPage('044031700111,12345678,19.19,20260228,云南溯源科技有限公司'))
    assert.deepEqual(
      [toll.is_invoice, toll.invoice_code, toll.total_amount, toll.buyer_name, toll.source.buyer_name],
      [true, '044031700111', '19.19', '云南溯源科技有限公司', 'qr'],
    )
  })
})

/** Bars of an EAN-13: a guard, six digits, a guard, six digits, a guard. */
function eanSvg(digits: string): string {
  const LEFT = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ]
  const PARITY = [
    '000000',
    '001011',
    '001101',
    '001110',
    '010011',
    '011001',
    '011100',
    '010101',
    '010110',
    '011010',
  ]
  const invert = (bits: string) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('')
  const parity = PARITY[Number(digits[0])]!
  const left = digits
    .slice(1, 7)
    .split('')
    .map((digit, at) => {
      const odd = LEFT[Number(digit)]!
      return parity[at] === '0' ? odd : [...invert(odd)].toReversed().join('')
    })
  const right = digits
    .slice(7)
    .split('')
    .map((digit) => invert(LEFT[Number(digit)]!))
  const bits = ['101', ...left, '01010', ...right, '101'].join('')
  const bars = [...bits].map((bit, at) =>
    bit === '1' ? `<rect x="${20 + at * 3}" y="10" width="3" height="120"/>` : '',
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="340" height="140">${bars.join('')}</svg>`
}

describe('requests', () => {
  it('REC-19: two files in one request are refused, and neither is lost unseen', async () => {
    const form = new FormData()
    const png = new Blob([new Uint8Array(await pngPage(DIGITAL_PAYLOAD))])
    form.append('file', png, 'a.png')
    form.append('file', png, 'b.png')
    const request = await wholeForm({ method: 'POST', body: form })
    const response = await fetch(`${service.url}/recognize/invoice`, request)
    const { error_code } = (await response.json()) as { error_code: string }
    assert.deepEqual([response.status, error_code], [400, 'TOO_MANY_FILES'])
  })

  it('REC-19: of an archive with 200 files the first 100 are read, and the answer says that there are more', async () => {
    const bytes = await codePicture(DIGITAL_PAYLOAD)
    const files = Array.from({ length: 200 }, (_none, index) => ({ name: `${index}.png`, bytes }))
    const { results, error_code } = one(
      await service.send(zip(files), '?full=false'),
    ) as unknown as RecognizedPages
    assert.equal(error_code, 'TOO_MANY_PAGES')
    assert.equal(new Set(results.map(({ file }) => file)).size, results.length)
    assert.equal(results.flatMap(({ file }) => file).length, 100)
  })
})

describe('OFD', () => {
  it('REC-7: the code is read from a JBIG2 picture', async () => {
    const code = await toJbig2(sharp(await codePicture(drawn.invoice.payload)).greyscale())
    const ofd = await ofdWith({ 'Doc_0/Res/image_1.jb2': code })
    const invoice = await quick(ofd)
    assert.deepEqual([invoice.from_qr, invoice.qr_raw], [true, drawn.invoice.payload])
  })

  it('REC-30: an OFD whose picture has too many pixels says so, since the picture may be the page', async () => {
    const ofd = await ofdWith({ 'Doc_0/Res/image_1.png': hugePng(12_000, 12_000, crc32) })
    assert.equal((await quick(ofd)).error_code, 'IMAGE_TOO_LARGE')
  })

  it('REC-8: the fields are read from the data of the ministry of finance', async () => {
    const invoice = drawSeeded(8, '10', 'none')
    const code = invoice.marks.filter(({ kind }) => kind === 'code')
    const files = await unpackFiles(await renderOfd(code))
    const ofd = await packFiles({
      ...files,
      'Doc_0/Attachs/inv_ord_issuer_1.xml': Buffer.from(voucherXml(invoice.invoice)),
    })
    const answer = one(await service.send(ofd, '?full=true'))
    assert.deepEqual(
      fieldsOf(answer),
      INVOICE_FIELDS.map((field) => invoice.invoice.fields[field] ?? null),
    )
  })

  it('REC-8 COR-9: without a code, data under a valid seal are an invoice, and data without one are not', async () => {
    const bare = await renderOfd(written, drawn.invoice)
    assert.deepEqual((await quick(bare)).error_code, 'NO_QR')
    const sealed = await signOfd(bare, sm2Signer(ISSUER))
    const proven = one(await service.send(sealed, '?full=true'))
    assert.deepEqual([proven.is_invoice, proven.from_qr, proven.signature.signer], [true, false, ISSUER])
    assert.equal(proven.invoice_number, drawn.invoice.fields.invoice_number)
    const files = await unpackFiles(sealed)
    const name = 'Doc_0/Attachs/original_invoice.xml'
    files[name] = Buffer.from(files[name]!.toString().replace(/(?<=TaxInclusiveTotalAmount>)\d/, '0'))
    const forged = await quick(await packFiles(files))
    assert.deepEqual([forged.is_invoice, ...signatureOf(forged)], [false, 'invalid', 'CONTENT_CHANGED'])
  })
})

describe('PDF', () => {
  it('REC-30: a tree of pages that contains itself is one damaged file', async () => {
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 100/Kids[2 0 R 2 0 R]/Parent 2 0 R>>',
    ]
    const body = objects.map((text, at) => `${at + 1} 0 obj${text}endobj\n`).join('')
    const pdf = Buffer.from(`%PDF-1.7\n${body}trailer<</Root 1 0 R/Size 3>>\n%%EOF`)
    assert.equal((await quick(pdf)).error_code, 'FILE_DAMAGED')
  })
})

describe('signatures', () => {
  it('REC-8: a sealed OFD says whether its seal holds, with SM2 and with RSA', async () => {
    const plain = await renderOfd(drawn.marks, drawn.invoice)
    assert.deepEqual(signatureOf(await quick(plain)), ['none', null])
    for (const signer of [sm2Signer(ISSUER), rsaSigner(ISSUER)]) {
      const sealed = await signOfd(plain, signer)
      const { signature } = await quick(sealed)
      assert.deepEqual(signature, UNTRUSTED)
      const files = await unpackFiles(sealed)
      const page0 = 'Doc_0/Pages/Page_0/Content.xml'
      const changed = { ...files, [page0]: Buffer.concat([files[page0]!, Buffer.from(' ')]) }
      assert.deepEqual(signatureOf(await quick(await packFiles(changed))), ['invalid', 'CONTENT_CHANGED'])
      const value = Buffer.from(files['Doc_0/Signs/Sign_0/SignedValue.dat']!)
      value[value.length - 1]! ^= 1
      const wrong = { ...files, 'Doc_0/Signs/Sign_0/SignedValue.dat': value }
      assert.deepEqual(signatureOf(await quick(await packFiles(wrong))), ['invalid', 'SIGNATURE_WRONG'])
      const added = { ...files, 'Doc_0/Attachs/inv_ord_issuer_2.xml': Buffer.from(voucherXml(drawn.invoice)) }
      assert.deepEqual(signatureOf(await quick(await packFiles(added))), ['invalid', 'CONTENT_NOT_COVERED'])
      const garbage = { ...files, 'Doc_0/Signs/Sign_0/SignedValue.dat': Buffer.from('no ASN.1') }
      assert.deepEqual(signatureOf(await quick(await packFiles(garbage))), ['unsupported', 'FORMAT_UNKNOWN'])
    }
  })

  it('REC-23: a signature is proof if the operator trusts its issuer, whatever name the certificate bears', async () => {
    const xml = (signer: Signer, privateKey: string) =>
      service.send(
        Buffer.from(signXml(digitalXml(drawn.invoice), privateKey, signer.certificate)),
        '?full=true',
      )
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const forged = one(await xml(rsaSigner(ISSUER, keys), pem))
    assert.deepEqual(
      [forged.is_invoice, forged.signature, forged.doubts],
      [true, UNTRUSTED, [{ field: null, reason: 'SIGNER' }]],
    )
    const sealed = await quick(await signOfd(await renderOfd(drawn.marks, drawn.invoice), trusted))
    const signed = await quick(await renderSignedPdf(drawn.marks, trusted))
    for (const { signature } of [sealed, signed])
      assert.deepEqual(signature, { status: 'valid', signer: ISSUER, reason: null })
  })

  it('REC-8: a signed PDF says whether its signature holds, with RSA, ECDSA and SM2', async () => {
    assert.deepEqual(signatureOf(await quick(await renderPdf(drawn.marks))), ['none', null])
    for (const signer of [rsaSigner(ISSUER), ecdsaSigner(ISSUER), sm2Signer(ISSUER)]) {
      const signed = await renderSignedPdf(drawn.marks, signer)
      const invoice = await quick(signed)
      assert.deepEqual(invoice.signature, UNTRUSTED)
      assert.equal(invoice.from_qr, true)
      const changed = Buffer.from(signed)
      changed.write('%PDF-1.4', 0)
      assert.deepEqual(signatureOf(await quick(changed)), ['invalid', 'CONTENT_CHANGED'])
      const longer = Buffer.concat([signed, Buffer.from('\n% something that was added later\n%%EOF\n')])
      assert.deepEqual(signatureOf(await quick(longer)), ['invalid', 'CONTENT_NOT_COVERED'])
    }
  })
})

describe('the XML of a digital invoice', () => {
  const unsigned = digitalXml(drawn.invoice)

  it('REC-8: is read, and says that the form of signature of the tax administration cannot be checked', async () => {
    const own = '<TaxBureauSignature><SignatureValue>c2lnbmVk</SignatureValue></TaxBureauSignature>'
    const invoice = one(await service.send(Buffer.from(digitalXml(drawn.invoice, own)), '?full=true'))
    assert.deepEqual(fieldsOf(invoice), printed())
    assert.deepEqual(
      [invoice.is_invoice, invoice.from_qr, ...signatureOf(invoice)],
      [true, false, 'unsupported', 'FORMAT_UNKNOWN'],
    )
  })

  it('REC-8: an XML signature is verified, and what it does not cover is not read', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const certificate = rsaSigner(ISSUER, { privateKey, publicKey }).certificate
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const signed = signXml(unsigned, pem, certificate)
    const invoice = await quick(Buffer.from(signed))
    assert.deepEqual([invoice.is_invoice, ...signatureOf(invoice)], [true, 'untrusted', 'SELF_ISSUED'])
    assert.deepEqual(
      [invoice.signature.signer, invoice.total_amount],
      [ISSUER, drawn.invoice.fields.total_amount],
    )
    const forged = await quick(Buffer.from(signed.replace(/(?<=includedAmount>)\d/, '0')))
    assert.deepEqual(
      [forged.is_invoice, forged.error_code, forged.total_amount],
      [false, 'SIGNATURE_INVALID', null],
    )
  })

  it('REC-29: is read in the encoding that it declares, and damaged in one that it is not written in', async () => {
    const own = '<TaxBureauSignature><SignatureValue>c2lnbmVk</SignatureValue></TaxBureauSignature>'
    const text = digitalXml(drawn.invoice, own).replace(/^<\?xml[^>]*>\s*/, '')
    const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${text}`
    const utf16 = Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le')
    const files = [gbkOf(declared('GBK')), gbkOf(declared('gb18030')), utf16, Buffer.from(utf16).swap16()]
    for (const file of files) {
      const { buyer_name, seller_name } = await quick(file)
      assert.deepEqual(
        [buyer_name, seller_name],
        [drawn.invoice.fields.buyer_name, drawn.invoice.fields.seller_name],
      )
    }
    const wrong = [gbkOf(declared('UTF-8')), Buffer.from(declared('x-unknown'))]
    for (const file of wrong) assert.equal((await quick(file)).error_code, 'FILE_DAMAGED')
  })

  it('REC-8 COR-9: is no invoice without a signature; other XML is not supported; entities are not expanded', async () => {
    assert.equal((await quick(Buffer.from(unsigned))).error_code, 'SIGNATURE_MISSING')
    assert.equal((await quick(Buffer.from('<?xml version="1.0"?><other/>'))).error_code, 'FORMAT_UNSUPPORTED')
    const bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb">]><EInvoice>&b;</EInvoice>'
    assert.equal((await quick(Buffer.from(bomb))).error_code, 'FILE_DAMAGED')
    const deep = `<EInvoice>${'<a>'.repeat(5000)}`
    assert.equal((await quick(Buffer.from(deep))).error_code, 'FILE_DAMAGED')
  })
})
