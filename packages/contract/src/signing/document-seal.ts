import { z } from 'zod'
import { DocumentProof } from './document-proof.ts'
import { choice } from '../words.ts'

export const SealStatus = choice(['notNeeded', 'awaiting', 'sealed'], {
  notNeeded: { 'zh-CN': '无需付款方盖章', en: 'Needs no seal' },
  awaiting: { 'zh-CN': '待付款方盖章', en: "Waits for the payer's seal" },
  sealed: { 'zh-CN': '付款方已盖章', en: 'Bears the seal of the payer' },
})
export type SealStatus = z.infer<typeof SealStatus>

export const DocumentSeal = z
  .object({
    status: SealStatus,
    sealedTime: z.string().nullable(),
    sealedByName: z.string().nullable().meta({ description: 'Who put the seal for the payer' }),
    sealOrgName: z.string().nullable().meta({ description: 'Organization of the seal' }),
    certificateName: z
      .string()
      .nullable()
      .meta({ description: 'Name on the certificate that signed for the seal' }),
  })
  .meta({ id: 'DocumentSeal' })
export type DocumentSeal = z.infer<typeof DocumentSeal>

export const documentFields = {
  proof: DocumentProof.nullable().meta({
    description: 'What others state about the document; null if it is unsigned or signed under earlier rules',
  }),
  seal: DocumentSeal.nullable().meta({
    description: "The payer's seal; null if it is unsigned or signed under earlier rules",
  }),
}
