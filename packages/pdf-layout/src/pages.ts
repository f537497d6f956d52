/**
 * A piece of a page that is drawn as a whole, no higher than a line of text or a signature. `y` is the distance from
 * the top of the page area in points.
 */
export interface Slab {
  height: number
  /** Space above the slab, dropped at the top of a page. */
  before?: number
  /** Keeps the next slab on the same page. */
  keepWithNext?: boolean
  /** Drawn again above this slab if it is the first of a page, such as a table's heading. */
  repeat?: Slab[]
  /** The first on its page. */
  startsPage?: boolean
  /** Placed at the bottom of its page. */
  atFoot?: boolean
  draw(y: number): void
}

/** Marks the slabs as belonging on one page together with the slab that follows. Changes them in place. */
export function keepTogether(slabs: Slab[]): Slab[] {
  for (const slab of slabs) slab.keepWithNext = true
  return slabs
}

export interface Placed {
  slab: Slab
  y: number
}

function chainsOf(slabs: readonly Slab[]): Slab[][] {
  const chains: Slab[][] = []
  let open: Slab[] = []
  for (const slab of slabs) {
    open.push(slab)
    if (slab.keepWithNext) continue
    chains.push(open)
    open = []
  }
  return open.length > 0 ? [...chains, open] : chains
}

function heightOf(slabs: readonly Slab[], atTop: boolean): number {
  return slabs.reduce(
    (sum, slab, index) => sum + slab.height + (atTop && index === 0 ? 0 : (slab.before ?? 0)),
    0,
  )
}

/**
 * Distributes the slabs over pages. Slabs that are kept together move to the next page together; only a chain that no
 * page can hold is divided.
 */
export function paginate(slabs: readonly Slab[], pageHeight: number): Placed[][] {
  const pages: Placed[][] = [[]]
  let page: Placed[] = pages[0] ?? []
  let y = 0
  const put = (slab: Slab) => {
    if (page.length > 0) y += slab.before ?? 0
    if (slab.atFoot) y = Math.max(y, pageHeight - slab.height)
    page.push({ slab, y })
    y += slab.height
  }
  const turn = (next: Slab) => {
    page = []
    pages.push(page)
    y = 0
    for (const slab of next.repeat ?? []) put(slab)
  }
  for (const chain of chainsOf(slabs)) {
    const [head] = chain
    if (!head) continue
    const fits = y + heightOf(chain, page.length === 0) <= pageHeight
    const turns = head.startsPage === true && page.length > 0
    const fitsAlone = heightOf([...(head.repeat ?? []), ...chain], true) <= pageHeight
    if (turns || (!fits && fitsAlone && page.length > 0)) turn(head)
    for (const slab of chain) {
      if (page.length > 0 && y + heightOf([slab], false) > pageHeight) turn(slab)
      put(slab)
    }
  }
  return pages
}
