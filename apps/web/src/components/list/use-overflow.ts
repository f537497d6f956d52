import { useEffect, useRef } from 'react'

/** Less than a whole, since a browser may lay out columns at fractions of a pixel. */
const WHOLE = 0.98

/** The opacity of a column's cells: 0 while the column is partly out of sight. */
export const cutOf = (index: number) => `--cut-${index}`

/**
 * Tells the styles of a table whether it is wider than its place and to which side it goes on, and hides columns of
 * figures that are cut by an edge: half a number reads as another number. All of it is set on the element itself, so that
 * scrolling renders nothing.
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
    const sizes = new ResizeObserver(measure)
    sizes.observe(place)
    sizes.observe(place.firstElementChild!)
    place.addEventListener('scroll', measure, { passive: true })
    const cuts = watchCuts(place)
    return () => {
      sizes.disconnect()
      cuts.disconnect()
      place.removeEventListener('scroll', measure)
    }
  }, [columns])
  return ref
}

/** The header cell of a column stands for its cells. */
function watchCuts(place: HTMLElement): IntersectionObserver {
  const widthOf = (selector: string) => place.querySelector<HTMLElement>(selector)?.offsetWidth ?? 0
  const margin = `0px ${-widthOf('th[data-actions]')}px 0px ${-widthOf('th[data-name]')}px`
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries)
        place.style.setProperty(
          cutOf(Number((target as HTMLElement).dataset['figure'])),
          intersectionRatio < WHOLE ? '0' : '1',
        )
    },
    { root: place, rootMargin: margin, threshold: [0, 0.5, WHOLE, 1] },
  )
  for (const head of place.querySelectorAll('th[data-figure]')) observer.observe(head)
  return observer
}
