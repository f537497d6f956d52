/** A page is drawn as marks in tenths of a millimetre, which pictures, PDF and OFD are made from alike. */
export const PAGE_WIDTH = 2100
export const PAGE_HEIGHT = 1400

/** Printed labels, values filled in, the security area of old invoices. */
export type Face = 'label' | 'value' | 'mono'
export type Anchor = 'start' | 'middle' | 'end'

export interface TextMark {
  kind: 'text'
  text: string
  x: number
  /** Of the baseline. */
  y: number
  size: number
  anchor: Anchor
  face: Face
  color: string
}
export interface LineMark {
  kind: 'line'
  from: [number, number]
  to: [number, number]
  color: string
}
export interface CodeMark {
  kind: 'code'
  payload: string
  x: number
  y: number
  size: number
  level: 'L' | 'M' | 'Q'
  color: string
}
export interface StampMark {
  kind: 'stamp'
  text: string
  x: number
  y: number
  width: number
  height: number
  opacity: number
}
export type Mark = TextMark | LineMark | CodeMark | StampMark

interface Style {
  size: number
  anchor?: Anchor
}

/** Puts labels and values on a page, each kind in its own colour; values may stand a little off, as printers do. */
export class Drawing {
  readonly marks: Mark[] = []
  readonly #colors: Record<Face, string>
  readonly #offset: [number, number]

  constructor(colors: Record<Face, string>, offset: [number, number] = [0, 0]) {
    this.#colors = colors
    this.#offset = offset
  }

  #write(face: Face, text: string, x: number, y: number, { size, anchor = 'start' }: Style): void {
    if (text !== '')
      this.marks.push({ kind: 'text', text, x, y, size, anchor, face, color: this.#colors[face] })
  }

  label(text: string, x: number, y: number, style: Style): void {
    this.#write('label', text, x, y, style)
  }

  value(text: string, x: number, y: number, style: Style & { face?: Face }): void {
    const [dx, dy] = this.#offset
    this.#write(style.face ?? 'value', text, x + dx, y + dy, style)
  }

  /** Characters one below the other. */
  column(text: string, x: number, y: number, style: Style & { step: number }): void {
    for (const [place, character] of [...text].entries())
      this.label(character, x, y + place * style.step, style)
  }

  line(from: [number, number], to: [number, number]): void {
    this.marks.push({ kind: 'line', from, to, color: this.#colors.label })
  }

  box(x: number, y: number, width: number, height: number): void {
    const [right, bottom] = [x + width, y + height]
    this.line([x, y], [right, y])
    this.line([right, y], [right, bottom])
    this.line([right, bottom], [x, bottom])
    this.line([x, bottom], [x, y])
  }

  add(mark: CodeMark | StampMark): void {
    this.marks.push(mark)
  }
}
