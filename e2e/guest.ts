import { signInRoutes } from '@consilium/contract/attendance/sign-in.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'

/** What the browser within WeChat says that it is, on Android. */
export const WECHAT =
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.56 NetType/4G Language/zh_CN'

/** The browser of somebody at the door, which keeps the ticket in its cookie. */
export function openGuest(baseUrl: string, userAgent = WECHAT): Client {
  let cookie = ''
  return createClient({
    baseUrl,
    session: SESSION_IN_COOKIE,
    async fetch(address, init) {
      const headers = new Headers(init.headers)
      headers.set('user-agent', userAgent)
      if (cookie !== '') headers.set('cookie', cookie)
      const response = await fetch(address, { ...init, headers })
      const [set] = response.headers.getSetCookie()
      cookie = set?.split(';')[0] ?? cookie
      return response
    },
  })
}

/** The code that a screen at the door shows, by the screen's address. */
export async function codeOnScreen(baseUrl: string, screenUrl: string): Promise<string> {
  const token = screenUrl.split('/').at(-1) ?? ''
  const { url } = await createClient({ baseUrl }).call(signInRoutes.screen, { params: { token } })
  return url.split('/').at(-1) ?? ''
}

/** Scans the code, and shows that the phone is one's own by a code by SMS. */
export async function comeIn(guest: Client, code: string, phone: string, smsCode: string) {
  await guest.call(signInRoutes.open, { body: { code } })
  await guest.call(signInRoutes.sendCode, { body: { phone } })
  return guest.call(signInRoutes.identify, { body: { phone, smsCode } })
}
