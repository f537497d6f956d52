/** Safari does not support requestIdleCallback. */
const WITHOUT_IDLENESS_MS = 300

export const whenIdle = (act: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 2000 })
  else setTimeout(act, WITHOUT_IDLENESS_MS)
}
