/** A part of a picture with the number of pixels that a pass over it reads. */
export interface Sized {
  size: number
}

/**
 * Applies each pass to all parts that no earlier pass has read, until the passes have read so many pixels: noise has finder patterns
 * like those of codes, and any number of them. Parts that do not fit any more are left out, smaller ones may still fit.
 */
export async function readInTurn<Part extends Sized, Pass>(
  parts: readonly Part[],
  passes: readonly Pass[],
  pixelsMax: number,
  read: (part: Part, pass: Pass) => Promise<boolean>,
): Promise<void> {
  let pixels = 0
  let open = parts
  for (const pass of passes) {
    const unread: Part[] = []
    for (const part of open) {
      if (pixels + part.size > pixelsMax) continue
      pixels += part.size
      if (!(await read(part, pass))) unread.push(part)
    }
    open = unread
  }
}
