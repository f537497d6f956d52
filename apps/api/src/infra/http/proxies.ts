import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

const HOPS_MAX = 10
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
/** Some proxies tell the port as well: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/** The proxies in front whose X-Forwarded-For is believed: so many in a row, or those of these networks. */
export type TrustedProxies = { hops: number } | { networks: readonly string[] }

/** What to say about a setting that names no proxies. */
export const TRUST_PROXY_FORM =
  'name how many proxies stand in front (1) or their addresses or networks (10.0.0.5, 10.1.0.0/16, loopback), ' +
  'parted by commas; believing whatever sends the header would let everyone choose an address'

const isNetwork = (text: string): boolean =>
  NAMED_NETWORKS.includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text)

/** Reads TRUST_PROXY: null where there is no proxy, undefined where it says neither a number nor addresses. */
export function readTrustedProxies(text: string): TrustedProxies | null | undefined {
  if (/^(?:false|no|off|0)$/i.test(text)) return null
  if (/^\d+$/.test(text)) return Number(text) <= HOPS_MAX ? { hops: Number(text) } : undefined
  const networks = text.split(',').map((part) => part.trim())
  return networks.every(isNetwork) ? { networks } : undefined
}

/** The same as Fastify asks it: whether the address, so many steps before us, is a proxy of ours. */
export function trustProxyOption(
  proxies: TrustedProxies | null,
): boolean | string[] | ((address: string, step: number) => boolean) {
  if (!proxies) return false
  return 'hops' in proxies ? (_address, step) => step < proxies.hops : [...proxies.networks]
}

function addressOf(entry: string): string | undefined {
  const [, v6, v4] = WITH_PORT.exec(entry) ?? []
  const address = v6 ?? v4 ?? entry
  return isIP(address) === 0 ? undefined : address
}

/** The addresses of an X-Forwarded-For from the nearest on, up to the first that is none: nobody vouches for the rest. */
export function forwardedAddresses(header: string): string {
  const entries = header.split(',').map((entry) => addressOf(entry.trim()))
  return entries.slice(entries.lastIndexOf(undefined) + 1).join(', ')
}
