import { Refusal } from '../../refusal.ts'

/** Fields of a JSON body, those of all levels together. */
const BODY_FIELDS_MAX = 5000
/** Items of all lists of a JSON body together. */
const BODY_ITEMS_MAX = 10_000
/** Levels of objects and lists in a JSON body; the deepest of the contract has five. */
const BODY_DEPTH_MAX = 16

const code = (character: string) => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COLON, COMMA] = [code('"'), code('\\'), code(':'), code(',')]
const [OBJECT, OBJECT_END, LIST, LIST_END] = [code('{'), code('}'), code('['), code(']')]

/** Returns the place of the quote that ends the text which begins after `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/**
 * Refuses JSON of more levels, fields or list items than any request needs, before anything is made of them: each may
 * take two bytes only, and whatever comes later costs some hundred times as much as this one pass.
 */
export function requireModestJson(json: string): void {
  let [fields, items, depth] = [0, 0, 0]
  // One bit for each open level: 1 for a list.
  let levels = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) at = endOfText(json, at)
    else if (character === COLON) fields++
    else if (character === COMMA) items += levels & 1
    else if (character === OBJECT || character === LIST) {
      levels = (levels << 1) | Number(character === LIST)
      depth++
    } else if (character === OBJECT_END || character === LIST_END) {
      levels >>= 1
      depth--
    }
    if (fields > BODY_FIELDS_MAX || items >= BODY_ITEMS_MAX || depth > BODY_DEPTH_MAX)
      throw new Refusal('BODY_TOO_COMPLEX', {
        params: { fields: BODY_FIELDS_MAX, items: BODY_ITEMS_MAX, depth: BODY_DEPTH_MAX },
      })
  }
}
