import { slices } from 'virtual:handwriting'
import { HANDWRITING } from './pad.ts'

let isAdded = false

/** Loads the slices of the face that have the characters of a text. Rejects without a network. */
export async function loadHandwriting(text: string): Promise<void> {
  if (!isAdded)
    for (const [range, address] of slices)
      document.fonts.add(new FontFace(HANDWRITING, `url(${address})`, { unicodeRange: range }))
  isAdded = true
  await document.fonts.load(`16px "${HANDWRITING}"`, text)
}
