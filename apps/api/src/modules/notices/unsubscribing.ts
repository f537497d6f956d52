import { addressOf } from '@consilium/contract/addresses.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import type { Context } from '../../context.ts'

const PURPOSE = 'notice-unsubscribe'
const SEPARATOR = '.'

const signed = (userId: number, kind: string) => `${userId}${SEPARATOR}${kind}`

/** What a mail offers to switch a kind off by one click, without a login: the address itself proves that the mail was read. */
export function unsubscribeAddress(
  { config, keys }: Pick<Context, 'config' | 'keys'>,
  { userId, kind }: { userId: number; kind: string },
): string {
  const signature = keys.sign(signed(userId, kind), PURPOSE).toString('base64url')
  const token = [userId, kind, signature].join(SEPARATOR)
  return config.baseUrl + addressOf(noticeRoutes.unsubscribe, { token })
}

/** Whose kind a token names; null if it was not made here. */
export function readUnsubscribeToken(
  { keys }: Pick<Context, 'keys'>,
  token: string,
): { userId: number; kind: string } | null {
  const [user = '', kind = '', signature = ''] = token.split(SEPARATOR)
  const userId = Number(user)
  if (!Number.isSafeInteger(userId)) return null
  const isGenuine = keys.verify(signed(userId, kind), PURPOSE, Buffer.from(signature, 'base64url'))
  return isGenuine ? { userId, kind } : null
}
