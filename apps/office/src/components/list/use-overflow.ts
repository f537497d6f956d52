import { useEffect, useRef } from 'react'

/** Less than a whole, since a browser may lay out columns at fractions of a pixel. */
const WHOLE = 0.98
/** Of a column of words less says nothing: a stroke of each first character. */
const BEGINNING = 0.3

/** Heads of the columns that stay in sight. */
const STAYING = 'th[data-name], th[data-actions]'

/** The opacity of a column's cells: 0 while the column is partly out of sight. */
export const cutOf = (index: number) => `--cut-${index}`

/**
 * Tells the styles of a table whether it is wider than its place and to which side it goes on, and hides columns of
 * figures that are cut by an edge, since half a number reads as another number, and columns of words that hardly begin.
 * All of it is set on the element itself, so that scrolling renders nothing.
 */
export function useOverflow(columns: string) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = ref.current!
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = place
      const more = scrollWidth - clientWidth
      place.toggleAttribute('data-wide', more > 1)
      place.toggleAttribute('data-more-left', scrollLeft > 1)
      place.toggleAttribute('data-more-right', more - scrollLeft > 1)
    }
    let margin = ''
    let cuts: IntersectionObserver | undefined
    // Other rows and other windows make the columns that stay in sight wider or narrower.
    const watch = () => {
      const now = marginOf(place)
      if (now === margin) return
      margin = now
      cuts?.disconnect()
      cuts = watchCuts(place, margin)
    }
    const sizes = new ResizeObserver(() => {
      measure()
      watch()
    })
    for (const each of [place, place.firstElementChild!, ...place.querySelectorAll(STAYING)])
      sizes.observe(each)
    place.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      cuts?.disconnect()
      place.removeEventListener('scroll', measure)
    }
  }, [columns])
  return ref
}

/** What the columns that stay in sight take from the place of the others. */
function marginOf(place: HTMLElement): string {
  const widthOf = (selector: string) => place.querySelector<HTMLElement>(selector)?.offsetWidth ?? 0
  return `0px ${-widthOf('th[data-actions]')}px 0px ${-widthOf('th[data-name]')}px`
}

/** The header cell of a column stands for its cells. */
function watchCuts(place: HTMLElement, rootMargin: string): IntersectionObserver {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        const { figure, words } = (target as HTMLElement).dataset
        const least = figure === undefined ? BEGINNING : WHOLE
        place.style.setProperty(cutOf(Number(figure ?? words)), intersectionRatio < least ? '0' : '1')
      }
    },
    { root: place, rootMargin, threshold: [0, BEGINNING, 0.5, WHOLE, 1] },
  )
  for (const head of place.querySelectorAll('th:is([data-figure], [data-words])')) observer.observe(head)
  return observer
}
