import { createHash, createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Integer, Null, ObjectIdentifier, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SHA_256 = '2.16.840.1.101.3.4.2.1'
const SERIAL_BYTES = 8

/** Files of a key on P-256 and of certificates, that of the key first. */
export interface Stamper {
  key: string
  certificates: readonly string[]
  policy?: string
}

const viewOf = (buffer: Uint8Array) => new Uint8Array(buffer)

async function sign(info: TSTInfo, { key, certificates }: Stamper): Promise<Buffer> {
  const chain = certificates.map((path) =>
    Certificate.fromBER(viewOf(new X509Certificate(readFileSync(path)).raw)),
  )
  const [own] = chain
  if (!own) throw new Error('a stamper has a certificate')
  const pkcs8 = createPrivateKey(readFileSync(key)).export({ type: 'pkcs8', format: 'der' })
  const privateKey = await webcrypto.subtle.importKey(
    'pkcs8',
    viewOf(pkcs8),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
  const content = info.toSchema().toBER()
  const digest = createHash('sha256')
    .update(viewOf(Buffer.from(content)))
    .digest()
  const attributes = [
    new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: TST_INFO })] }),
    new Attribute({ type: MESSAGE_DIGEST, values: [new OctetString({ valueHex: viewOf(digest) })] }),
  ]
  const data = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: TST_INFO,
      eContent: new OctetString({ valueHex: content }),
    }),
    certificates: chain,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
  })
  await data.sign(privateKey, 0, 'SHA-256')
  const envelope = new ContentInfo({ contentType: SIGNED_DATA, content: data.toSchema(true) })
  return Buffer.from(envelope.toSchema().toBER())
}

/** A token over a hash as anybody can make it, whom OpenSSL would refuse to make it for. */
export function makeToken(hash: Buffer, stamper: Stamper, nonce?: Integer): Promise<Buffer> {
  const info = new TSTInfo({
    version: 1,
    policy: stamper.policy ?? '1.2.3.4.1',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: viewOf(hash) }),
    }),
    serialNumber: new Integer({ valueHex: viewOf(Buffer.concat([Buffer.of(1), randomBytes(SERIAL_BYTES)])) }),
    genTime: new Date(),
    ...(nonce ? { nonce } : {}),
  })
  return sign(info, stamper)
}

/** The answer of such an authority to a query. */
export async function answerQuery(query: Buffer, stamper: Stamper): Promise<Buffer> {
  const { messageImprint, nonce } = TimeStampReq.fromBER(viewOf(query))
  const token = await makeToken(
    Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView),
    stamper,
    nonce,
  )
  const response = new TimeStampResp({
    status: new PKIStatusInfo({ status: 0 }),
    timeStampToken: ContentInfo.fromBER(viewOf(token)),
  })
  return Buffer.from(response.toSchema().toBER())
}
