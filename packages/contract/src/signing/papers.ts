import { z } from 'zod'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'

/** Longer than any code, so that a mistyped code is not found instead of refused as malformed. */
const CODE_MAX = 64

export const PAPER_KINDS = [
  'paymentStatement',
  'attendanceCertificate',
  'attendanceSheet',
  'paymentReceipt',
] as const
export const PAPER_KIND_LABELS = {
  paymentStatement: { 'zh-CN': '劳务费收入明细', en: 'Statement of payments' },
  attendanceCertificate: { 'zh-CN': '参会证明', en: 'Certificate of attendance' },
  attendanceSheet: { 'zh-CN': '会议签到表', en: 'Sign-in sheet' },
  paymentReceipt: { 'zh-CN': '收款凭证', en: 'Receipt of a payment' },
} as const
export const PaperKind = choice(PAPER_KINDS, PAPER_KIND_LABELS)
export type PaperKind = z.infer<typeof PaperKind>

export const IssuedPaper = z
  .object({
    kind: PaperKind.meta({ description: 'What kind of document it is' }),
    issuedTime: z.string().meta({ description: 'When it was issued' }),
    withdrawnTime: z.string().nullable().meta({
      description: 'Since when it says no more what is so: the payment of a receipt was reversed; else null',
    }),
    documentHash: z.string().meta({
      description: 'SHA-256 of the file in lower-case hexadecimal digits',
      example: '9f86d0…',
    }),
  })
  .meta({ id: 'IssuedPaper' })
export type IssuedPaper = z.infer<typeof IssuedPaper>

export const paperRoutes = {
  verify: {
    method: 'GET',
    path: '/business/publicity/paper/{code}',
    access: 'public',
    rateLimit: 'reading',
    tag: 'Papers',
    summary:
      'Verify by the code on a certificate, statement or sheet that the service issued it, by the hash of its file',
    params: z.object({ code: f.text(CODE_MAX).transform((code) => code.toLowerCase()) }),
    answer: data(IssuedPaper),
  },
} as const satisfies RouteTable
