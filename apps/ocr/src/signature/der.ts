import { fromBER, type BaseBlock, type ObjectIdentifier } from 'asn1js'

/** Thrown for bytes that have not the structure that is looked for. */
export class NotThis extends Error {
  override readonly name = 'NotThis'
}

/** Signatures of invoices with their certificates and pictures of seals are smaller. */
const BYTES_MAX = 4 * 1024 * 1024
const DEPTH_MAX = 40
const UNIVERSAL = 1
const CONTEXT = 3
const BOOLEAN_TAGS = { integer: 2, bitString: 3, octetString: 4, oid: 6, sequence: 16, set: 17 } as const

/** A piece of ASN.1 with access by place, that throws NotThis where the structure is another one. */
export class Der {
  readonly #block: BaseBlock

  constructor(block: BaseBlock) {
    this.#block = block
  }

  static parse(bytes: Uint8Array): Der {
    if (bytes.length > BYTES_MAX) throw new NotThis('too large')
    requireShallow(bytes)
    const { offset, result } = fromBER(new Uint8Array(bytes))
    if (offset < 0 || result.error) throw new NotThis(result.error || 'not ASN.1')
    return new Der(result)
  }

  /** All bytes of the element. */
  get raw(): Uint8Array {
    return this.#block.valueBeforeDecodeView
  }

  get children(): Der[] {
    const { value } = this.#block.valueBlock as { value?: unknown }
    return Array.isArray(value) ? value.map((child) => new Der(child as BaseBlock)) : []
  }

  at(index: number): Der {
    const child = this.children[index]
    if (!child) throw new NotThis('an element is missing')
    return child
  }

  is(kind: keyof typeof BOOLEAN_TAGS): boolean {
    const { tagClass, tagNumber } = this.#block.idBlock
    return tagClass === UNIVERSAL && tagNumber === BOOLEAN_TAGS[kind]
  }

  /** Whether it has this context-specific tag. */
  isTagged(number: number): boolean {
    const { tagClass, tagNumber } = this.#block.idBlock
    return tagClass === CONTEXT && tagNumber === number
  }

  get oid(): string {
    if (!this.is('oid')) throw new NotThis('no object identifier')
    return (this.#block as ObjectIdentifier).getValue()
  }

  /** The content of an octet string, a bit string or an integer; strings may be in pieces. */
  get content(): Uint8Array {
    const { valueHexView, isConstructed } = this.#block.valueBlock as {
      valueHexView?: Uint8Array
      isConstructed?: boolean
    }
    if (isConstructed === true) return Buffer.concat(this.children.map((child) => child.content))
    if (!valueHexView) throw new NotThis('no content')
    return valueHexView
  }

  /** The text of any kind of string. */
  get text(): string {
    const { value } = this.#block.valueBlock as { value?: unknown }
    return typeof value === 'string' ? value : Buffer.from(this.content).toString()
  }
}

/** The parser is recursive, so the depth is looked at before. Lengths are not checked here. */
function requireShallow(bytes: Uint8Array): void {
  const ends: number[] = []
  let at = 0
  while (at < bytes.length) {
    while (ends.length > 0 && at >= ends.at(-1)!) ends.pop()
    const tag = bytes[at]!
    let length = bytes[at + 1] ?? 0
    let head = 2
    if (length > 0x80) {
      const count = length - 0x80
      length = Number(`0x0${Buffer.from(bytes.subarray(at + 2, at + 2 + count)).toString('hex')}`)
      head += count
    } else if (length === 0x80) length = bytes.length
    const isConstructed = (tag & 0x20) !== 0
    at += isConstructed ? head : head + length
    if (isConstructed) ends.push(at + length)
    if (ends.length > DEPTH_MAX) throw new NotThis('too deep')
    if (ends.length === 0) return
  }
}
