const ELLIPSIS = '…'

/** A longer text would be refused as a whole: it ends earlier, between two characters, with an ellipsis. */
export function fittedText(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const characters = [...text]
  let [kept, tooMany] = [0, characters.length]
  while (tooMany - kept > 1) {
    const half = Math.floor((kept + tooMany) / 2)
    if (fits(characters.slice(0, half).join('') + ELLIPSIS)) kept = half
    else tooMany = half
  }
  return characters.slice(0, kept).join('') + ELLIPSIS
}

const SEPARATOR = '\n\n'

/**
 * As few texts as hold all of them, in their order, each below the limit: what a group is told at once when there is more
 * than a bot may send one by one.
 */
export function combinedTexts(texts: readonly string[], maxBytes: number): string[] {
  const combined: string[] = []
  for (const text of texts) {
    const last = combined.at(-1)
    const joined = last === undefined ? text : last + SEPARATOR + text
    if (last !== undefined && Buffer.byteLength(joined) <= maxBytes) combined[combined.length - 1] = joined
    else combined.push(text)
  }
  return combined
}
