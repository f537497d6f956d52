import { rememberLogin } from '@consilium/web-kit/login/proven-phone.ts'
/*
 * What this browser keeps. Records, and what was looked for, are in memory only and go with the window or at log-out.
 */

/** Settings that say nothing about anybody: they stay after logging out. */
const LASTING = [
  /^consilium\.(?:language|face)$/,
  /^consilium\.\d+\.(?:density|foldedMenu|newsSeen|columns\.[\w-]+)$/,
  /^mantine-color-scheme-value$/,
]

/** Removes everything else, of all accounts. */
export function forgetKept(): void {
  for (const key of Object.keys(localStorage))
    if (!LASTING.some((pattern) => pattern.test(key))) localStorage.removeItem(key)
  sessionStorage.clear()
  rememberLogin(false)
}

/** Earlier versions kept views of lists here: those of this account are moved to the service. */
export async function moveOldViews(userId: number): Promise<void> {
  const prefix = `consilium.${userId}.views.`
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  if (keys.length === 0) return
  const { moveViews } = await import('./menu/moved-views.ts')
  for (const key of keys) await moveViews(key, key.slice(prefix.length))
}
