/** The typeface of labels, of values, and of the security area of old invoices. */
export type Face = 'label' | 'value' | 'mono'
export type Anchor = 'start' | 'middle' | 'end'

export interface TextMark {
  kind: 'text'
  text: string
  x: number
  /** The baseline. */
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
/** A page consists of marks; pictures, PDFs and OFDs are made from the same marks. */
export type Mark = TextMark | LineMark | CodeMark | StampMark

interface Style {
  size: number
  anchor?: Anchor
}

/** Collects the marks of a page. Values have an offset, because printers do not hit preprinted forms exactly. */
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

  /** Draws the characters one below the other. */
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
