import assert from 'node:assert/strict'
import { it } from 'node:test'
import { drawForgery, FORGERIES, type Forgery } from '../synth/forgeries.ts'
import { linesOf } from '../synth/lines-of.ts'
import { extractFields } from './fields/extract.ts'
import { gatherEvidence, withVariants } from './page-evidence.ts'
import { parseQrPayload } from './qr/qr-payload.ts'
import { fuse, knownFrom } from './result.ts'

const SIZE = { width: 2100, height: 1400 }

/** Whether a forgery whose texts are read without an error would be taken without a doubt. */
function isTakenSilently(kind: Forgery, seed: number): boolean {
  const { payload, marks } = drawForgery(seed, kind)
  const parsed = parseQrPayload(payload)
  if (!parsed.ok) return false
  const reading = { raw: payload, invoice: parsed.invoice }
  const lines = linesOf(marks)
  const evidence = gatherEvidence(lines)
  const fields = extractFields(lines, 'text', { known: knownFrom(reading), size: SIZE })
  const { doubts, alternatives, checks } = fuse(reading, withVariants(fields, evidence), evidence)
  const { amounts_add_up, qr_matches_text, buyer_tax_id_valid, seller_tax_id_valid } = checks
  const failed = [amounts_add_up, qr_matches_text, buyer_tax_id_valid, seller_tax_id_valid].includes(false)
  return doubts.length + alternatives.length === 0 && !failed
}

it('REC-21 REC-22 REC-28: no forgery of twenty kinds is taken for an invoice without a doubt', () => {
  const kinds = Object.keys(FORGERIES) as Forgery[]
  assert.equal(kinds.length, 20)
  const taken = kinds.flatMap((kind) =>
    [1, 2, 3].filter((seed) => isTakenSilently(kind, seed)).map((seed) => `${kind} ${seed}`),
  )
  assert.deepEqual(taken, [])
})
