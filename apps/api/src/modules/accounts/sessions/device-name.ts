const DEVICE_MAX = 60
const USER_AGENT_READ = 400

/** Ordered: most browsers also name the browsers they are compatible with, so the first match counts. */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ['MicroMessenger/', '微信'],
  ['DingTalk/', '钉钉'],
  ['QQBrowser/', 'QQ浏览器'],
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['HarmonyOS', 'HarmonyOS'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
]

const named = (header: string, marks: typeof BROWSERS) => marks.find(([mark]) => header.includes(mark))?.[1]

/** Browser and operating system from a User-Agent header, for display; other programs by their own name. */
export function deviceName(userAgent: string | undefined): string | null {
  const header = (userAgent ?? '').slice(0, USER_AGENT_READ)
  const parts = [named(header, BROWSERS), named(header, SYSTEMS)].filter((part) => part !== undefined)
  const program = /^[\w.-]+(?:\/[\w.]+)?/.exec(header)?.[0]
  return (parts.length > 0 ? parts.join(' · ') : program)?.slice(0, DEVICE_MAX) ?? null
}
