let isAwaited = false

/** Where the focus may be moved from: a link that was followed, not a field in which somebody is typing. */
const mayMove = () => {
  const focused = document.activeElement
  return focused === null || !focused.matches('input, textarea, select') || focused.closest('main') === null
}

/** After a navigation within the app its heading gets the focus, as after the loading of a page. */
export const arrivals = {
  await: () => {
    isAwaited = true
  },
  reach: (heading: HTMLElement | null) => {
    if (!isAwaited || !heading) return
    isAwaited = false
    if (mayMove()) heading.focus({ preventScroll: true })
  },
}
