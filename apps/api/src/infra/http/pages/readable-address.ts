import { BASE_PATH } from '@consilium/contract/addresses.ts'
import type { IncomingMessage } from 'node:http'

const OF_PROGRAMS = new RegExp(`^(?:${BASE_PATH}|/health|/metrics)(?:[/?#]|$)`)

const isReadable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * People who open an address with a wrong escape see the page that is not found, in their language: taken as it is written, it
 * is an address of no record. Programs are told what is wrong with it.
 */
export function readableAddress({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (OF_PROGRAMS.test(url)) return url
  const [path = ''] = url.split(/[?#]/, 1)
  if (isReadable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}
