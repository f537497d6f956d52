import { z } from 'zod'
import { AGREEMENT_READERS, feeFields } from '../agreements/agreements.ts'
import { DocumentSeal } from './document-seal.ts'
import { DocumentProof, signedUnder } from './document-proof.ts'
import * as f from '../fields.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { said } from '../words.ts'

/** Longer than any code, so that a mistyped code is not found instead of refused as malformed. */
const VERIFY_CODE_MAX = 64

const sha256 = z
  .string()
  .meta({ description: 'SHA-256 in lower-case hexadecimal digits', example: '9f86d0…' })

/** Values fixed by a signature, which anyone who holds the document can check. */
export const hashFields = {
  documentHash: sha256,
  contentHash: sha256.meta({ description: 'SHA-256 of the agreed content, as printed on the document' }),
}

export const SupersededAgreement = z
  .object({
    historyId: f.id,
    attendeeId: f.id,
    ...feeFields,
    signedTime: z.string(),
    supersededTime: z.string(),
    supersededBy: f.id.nullable(),
    supersededByName: z.string().nullable(),
    supersededReason: z.string().nullable().meta({ description: 'Reason of the amendment' }),
    documentHash: hashFields.documentHash,
    contentHash: hashFields.contentHash.nullable(),
    signedUnder: signedUnder.nullable(),
    document: z.string().meta({ description: 'Address of the document as it was signed' }),
  })
  .meta({ id: 'SupersededAgreement' })
export type SupersededAgreement = z.infer<typeof SupersededAgreement>

export const Verification = z
  .object({
    genuine: z.literal(true),
    current: z.boolean().meta({ description: 'False once another agreement has replaced it' }),
    signedTime: z.string(),
    signedUnder,
    ...hashFields,
    proof: DocumentProof.nullable(),
    certificates: z
      .object({
        document: sha256.nullable().meta({ description: "Of the platform's signature" }),
        seal: sha256.nullable().meta({ description: 'Of the signature for the seal of the payer' }),
      })
      .meta({
        id: 'SigningCertificates',
        description:
          'SHA-256 of the certificates that signed the document; null where it was not kept, or there is no such signature',
      }),
    seal: DocumentSeal.pick({ status: true, sealedTime: true })
      .nullable()
      .meta({ id: 'VerifiedSeal', description: "The payer's seal, without names" }),
  })
  .meta({ id: 'Verification' })
export type Verification = z.infer<typeof Verification>

/** The file itself is not sent. */
export const FileToVerify = z.strictObject({
  documentHash: z
    .string()
    .regex(
      /^[0-9a-f]{64}$/,
      said('须为文件的64位十六进制摘要', 'Must be the SHA-256 of the file in 64 hexadecimal digits'),
    )
    .meta({ description: 'SHA-256 of the file in lower-case hexadecimal digits' }),
})

export const FileVerification = z
  .object({
    genuine: z.boolean().meta({ description: 'True if the service handed out this file, byte for byte' }),
    current: z
      .boolean()
      .meta({ description: 'True if it is genuine and no other agreement has replaced it' }),
    latest: z.boolean().meta({
      description: 'False if a timestamp, a seal or proof of certificates was added to the document since',
    }),
  })
  .meta({ id: 'FileVerification' })
export type FileVerification = z.infer<typeof FileVerification>

const tag = 'Labor agreements'
const ofAttendee = { attendeeId: f.queryId }
const byCode = z.object({ code: f.text(VERIFY_CODE_MAX).transform((code) => code.toLowerCase()) })

export const signedAgreementRoutes = {
  history: {
    method: 'GET',
    path: '/business/laborAgreement/{attendeeId}/history',
    access: AGREEMENT_READERS,
    tag,
    summary: 'List superseded agreements, newest first',
    params: z.object(ofAttendee),
    answer: page(SupersededAgreement),
  },
  historyPdf: {
    method: 'GET',
    path: '/business/laborAgreement/{attendeeId}/history/{historyId}/pdf',
    target: ['attendeeId', 'historyId'],
    access: AGREEMENT_READERS,
    tag,
    summary: 'Download a superseded agreement as it was signed; the access is logged',
    params: z.object({ ...ofAttendee, historyId: f.queryId }),
    answer: file('application/pdf'),
    logged: true,
  },
  verify: {
    method: 'GET',
    path: '/business/publicity/verify/{code}',
    access: 'public',
    rateLimit: 'reading',
    tag,
    summary: 'Verify by the code on a signed agreement whether it is genuine and current',
    params: byCode,
    answer: data(Verification),
  },
  verifyFile: {
    method: 'POST',
    path: '/business/publicity/verify/{code}',
    access: 'public',
    rateLimit: 'submission',
    tag,
    summary:
      'Tell whether a file is, byte for byte, the agreement that was signed under the code, by its hash',
    params: byCode,
    body: FileToVerify,
    keyless: 'computed',
    answer: data(FileVerification),
  },
} as const satisfies RouteTable
