import { SEAL_FIELD } from '@consilium/pdf-layout/signature-field.ts'
import { objectText, type Revision } from './revisions.ts'

/** What an update may do to a signed document: put the seal into its field, or add proof of certificates. */
export type UpdateKind = 'seal' | 'proof'

const SEALED = /^\/V \d{1,7} 0 R\n\/AP <<\n\/N \d{1,7} 0 R\n>>\n>>$/
const PROOF = /^\/DSS \d{1,7} 0 R\n>>$/
const PROOF_LINE = /\/DSS \d{1,7} 0 R\n/
const CLOSING = '>>'

/** The objects fill the revision from its beginning to its table, so that nothing stands between them. */
function isFilled(pdf: Buffer, { start, table, objects }: Revision): boolean {
  const offsets = [...objects].toSorted(([, a], [, b]) => a - b)
  const ends = [...offsets.slice(1).map(([, offset]) => offset), table]
  return (
    pdf[start] === '\n'.charCodeAt(0) &&
    offsets[0]?.[1] === start + 1 &&
    offsets.every(([number, offset], index) => {
      const text = pdf.subarray(offset, ends[index]).toString('latin1')
      return text.startsWith(`${number} 0 obj\n`) && text.endsWith('endobj\n')
    })
  )
}

/** Any other key of a trailer could lead readers to other objects. */
const otherKeys = (trailer: string) =>
  trailer
    .split('\n')
    .filter((line) => !/^\/(?:Size|Prev) \d+$/.test(line))
    .join('\n')

const withoutEnd = (text: string) => text.slice(0, -CLOSING.length)

function kindOfChange(before: string, now: string): UpdateKind | null {
  const [plain, changed] = [withoutEnd(before.replace(PROOF_LINE, '')), now.replace(PROOF_LINE, '')]
  if (before.includes(`/T (${SEAL_FIELD})`) && now.startsWith(withoutEnd(before)))
    return SEALED.test(now.slice(withoutEnd(before).length)) ? 'seal' : null
  const isCatalog = before.includes('/Type /Catalog') && changed === `${plain}${CLOSING}`
  return isCatalog && PROOF.test(now.slice(plain.length)) ? 'proof' : null
}

/** What the last of these revisions does to those before it; null if it is anything else. */
export function updateKind(pdf: Buffer, revisions: readonly Revision[]): UpdateKind | null {
  const [earlier, last] = [revisions.slice(0, -1), revisions.at(-1)]
  const before = earlier.at(-1)
  if (!last || !before || otherKeys(last.trailer) !== otherKeys(before.trailer)) return null
  if (!isFilled(pdf, last)) return null
  const changed = [...last.objects.keys()].filter((number) => number < before.size)
  const [number, another] = changed
  if (number === undefined || another !== undefined) return null
  const [was, now] = [objectText(pdf, earlier, number), objectText(pdf, revisions, number)]
  return was === null || now === null ? null : kindOfChange(was, now)
}
