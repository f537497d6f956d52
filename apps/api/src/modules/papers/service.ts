import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { PAPER_KIND_LABELS, type IssuedPaper, type PaperKind } from '@consilium/contract/signing/papers.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { PdfBlock } from '@consilium/pdf-layout/document.ts'
import { Refusal } from '../../infra/refusal.ts'
import { newVerifyCode, verifyUrl } from '../agreements/service.ts'
import * as repository from './repository.ts'

const AUTHOR = 'Consilium'
const PDF = 'application/pdf'
const ADDRESS = '查验地址（扫码或访问，可查验本文件是否由本平台出具、未经改动）'

export interface Paper {
  kind: PaperKind
  /** Whom or what it is about, for the name of the file and above its title. */
  subject: string
  blocks: readonly PdfBlock[]
}

/** What stands in file names on no system. */
const inFileName = (text: string) => text.replace(/[\\/:*?"<>|\s]+/g, ' ').trim()

export const paperFileName = ({ kind, subject }: Pick<Paper, 'kind' | 'subject'>): string =>
  `${PAPER_KIND_LABELS[kind]['zh-CN']}-${inFileName(subject)}.pdf`

export const pdfAnswer = (name: string, content: Buffer): FileAnswer => ({
  name,
  mediaType: PDF,
  size: content.length,
  inline: false,
  open: () => Promise.resolve(Readable.from([content], { objectMode: false })),
})

/** Documents that the service issues in its own name: signed, and with a code by which anybody can verify them. */
export function createPapers({
  config,
  db,
  clock,
  pdf,
  signer,
}: Pick<Context, 'config' | 'db' | 'clock' | 'pdf' | 'signer'>) {
  return {
    /** Draws and signs a document. Its hash is kept before anybody has the file. */
    async issue(by: Pick<Actor, 'userId'>, { kind, subject, blocks }: Paper): Promise<Buffer> {
      const now = clock.now()
      const code = newVerifyCode()
      const url = verifyUrl(config.baseUrl, code)
      const title = PAPER_KIND_LABELS[kind]['zh-CN']
      const drawn = await pdf.render({
        title,
        language: 'zh-CN',
        author: AUTHOR,
        createdAt: now.toISOString(),
        reference: subject,
        blocks: [
          ...blocks,
          { kind: 'fields', rows: [{ label: '出具时间', value: clock.wire(now) }] },
          { kind: 'code', text: url, rows: [{ label: ADDRESS, value: url }] },
        ],
        signature: { name: signer.name, reason: title, bytes: signer.signatureBytes },
      })
      const content = await signer.sign(drawn)
      await repository.insertPaper(db, {
        code,
        kind,
        sha256: createHash('sha256').update(content).digest(),
        issuedBy: by.userId,
        issuedTime: clock.wire(now),
      })
      return content
    },

    async verify(code: string): Promise<IssuedPaper> {
      const paper = await repository.findPaper(db, code)
      if (!paper) throw new Refusal('NOT_FOUND')
      const { kind, issuedTime, withdrawnTime, sha256 } = paper
      return { kind, issuedTime, withdrawnTime, documentHash: sha256.toString('hex') }
    },

    /** Whoever verifies one of these documents by its code is told that it says no more what is so. */
    async withdraw(trx: Db, hashes: readonly Buffer[]): Promise<void> {
      if (hashes.length > 0) await repository.withdrawPapers(trx, hashes, clock.wire())
    },
  }
}

export type Papers = ReturnType<typeof createPapers>
