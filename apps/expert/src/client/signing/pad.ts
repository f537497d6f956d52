import { HANDSIGN_MIN_EXTENT } from '@consilium/contract/signing/signing.ts'
import SignaturePad, { type PointGroup } from 'signature_pad'

export const INK = '#0b2545'
/** The face of typed names: Ma Shan Zheng (SIL Open Font License). */
export const HANDWRITING = 'Ma Shan Zheng'
const THINNEST = 1.4
const THICKEST = 3.4
/** The picture has a finer resolution than the page, up to the width that the service accepts. */
const PICTURE_SCALE = 2
const PICTURE_WIDTH_MAX = 1600

interface Size {
  width: number
  height: number
}

/** The problem of a signature, or its picture as a data URL, with the name if it was typed. */
export type Drawn =
  | { problem: 'empty' | 'tiny' | 'typedDiffers' | 'faceMissing' }
  | { picture: string; typedName?: string }

/** What gives the picture of a signature, however it is made. */
export interface Signature {
  read: () => Drawn
}

/** Scales the strokes to fit the new size, centred and never larger than they were drawn. */
function placed(strokes: PointGroup[], from: Size, to: Size): PointGroup[] {
  const scale = Math.min(1, to.width / from.width, to.height / from.height)
  const left = (to.width - from.width * scale) / 2
  const top = (to.height - from.height * scale) / 2
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale + left, y: point.y * scale + top })),
  }))
}

/** Longer side of the bounding box of all strokes, in CSS pixels. */
function extentOf(strokes: PointGroup[]): number {
  const points = strokes.flatMap((stroke) => stroke.points)
  const across = points.map(({ x }) => x)
  const down = points.map(({ y }) => y)
  return Math.max(Math.max(...across) - Math.min(...across), Math.max(...down) - Math.min(...down))
}

function pictureOf(canvas: HTMLCanvasElement, { width, height }: Size): string {
  const scale = Math.min(PICTURE_SCALE, PICTURE_WIDTH_MAX / width)
  const picture = document.createElement('canvas')
  picture.width = Math.round(width * scale)
  picture.height = Math.round(height * scale)
  picture.getContext('2d')?.drawImage(canvas, 0, 0, picture.width, picture.height)
  return picture.toDataURL('image/png')
}

interface Drawing extends Signature {
  undo: () => void
  clear: () => void
}

/** What is told of a drawing: that a stroke begins, and how many there are after it. */
interface Heard {
  begun: () => void
  changed: (strokes: number) => void
}

/** Lets the user draw a signature on the canvas, which follows the size of the page. */
export function startDrawing(canvas: HTMLCanvasElement, heard: Heard): Drawing {
  const pad = new SignaturePad(canvas, { penColor: INK, minWidth: THINNEST, maxWidth: THICKEST })
  let size: Size = { width: 0, height: 0 }
  // Strokes are always scaled from where they were drawn, so that rotating a phone repeatedly changes nothing.
  let drawn = { strokes: [] as PointGroup[], size }
  const keep = () => {
    drawn = { strokes: pad.toData(), size }
    heard.changed(drawn.strokes.length)
  }
  const fit = () => {
    const now = { width: canvas.offsetWidth, height: canvas.offsetHeight }
    if (now.width === 0 || (now.width === size.width && now.height === size.height)) return
    size = now
    const density = Math.max(window.devicePixelRatio, 1)
    canvas.width = size.width * density
    canvas.height = size.height * density
    canvas.getContext('2d')?.scale(density, density)
    pad.clear()
    if (drawn.strokes.length > 0) pad.fromData(placed(drawn.strokes, drawn.size, size))
  }
  fit()
  new ResizeObserver(fit).observe(canvas)
  pad.addEventListener('beginStroke', heard.begun)
  pad.addEventListener('endStroke', keep)
  return {
    undo: () => {
      pad.fromData(pad.toData().slice(0, -1))
      keep()
    },
    clear: () => {
      pad.clear()
      keep()
    },
    read: () => {
      const strokes = pad.toData()
      if (strokes.length === 0) return { problem: 'empty' }
      if (extentOf(strokes) < HANDSIGN_MIN_EXTENT) return { problem: 'tiny' }
      return { picture: pictureOf(canvas, size) }
    },
  }
}
