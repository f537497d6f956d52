import { appendUpdate, objectText, revisionsOf, type NewObject } from './revisions.ts'

/** What shows later that certificates were valid when a document was signed, as DER. */
export interface Proof {
  certificates: readonly Buffer[]
  ocsps: readonly Buffer[]
  crls: readonly Buffer[]
}

const DSS = /\/DSS \d{1,7} 0 R\n/

const streamObject = (stream: Buffer): NewObject => ({ text: `<< /Length ${stream.length} >>`, stream })

/**
 * Adds the document security store (ISO 32000-2, 12.8.4.3) of a PAdES B-LT signature as an incremental update, which does
 * not count as a change of a certified document. It replaces an earlier store, so it must hold proof for all signatures.
 */
export function withProof(pdf: Buffer, { certificates, ocsps, crls }: Proof): Buffer {
  const revisions = revisionsOf(pdf)
  const last = revisions?.at(-1)
  const catalog = last && revisions && objectText(pdf, revisions, last.root)
  if (!last || !catalog) throw new RangeError('The document has no table of objects that can be extended')
  const objects = new Map<number, NewObject>()
  let next = last.size + 1
  const listed = (streams: readonly Buffer[]) =>
    streams
      .map((stream) => {
        objects.set(next, streamObject(stream))
        return `${next++} 0 R`
      })
      .join(' ')
  objects.set(last.size, {
    text: `<< /Type /DSS /Certs [${listed(certificates)}] /OCSPs [${listed(ocsps)}] /CRLs [${listed(crls)}] >>`,
  })
  objects.set(last.root, { text: `${catalog.replace(DSS, '').slice(0, -2)}/DSS ${last.size} 0 R\n>>` })
  return appendUpdate(pdf, last, objects)
}
