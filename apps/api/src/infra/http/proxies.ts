import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

const HOPS_MAX = 10
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
/** Some proxies append the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/** Trusted proxies, whose X-Forwarded-For is used: a number of hops, or networks. */
export type TrustedProxies = { hops: number } | { networks: readonly string[] }

/** Error message for an invalid TRUST_PROXY. */
export const TRUST_PROXY_FORM =
  'name how many proxies stand in front (1) or their addresses or networks (10.0.0.5, 10.1.0.0/16, loopback), ' +
  'parted by commas; believing whatever sends the header would let everyone choose an address'

const isNetwork = (text: string): boolean =>
  NAMED_NETWORKS.includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text)

/** Parses TRUST_PROXY: null without a proxy, undefined if the value is invalid. */
export function readTrustedProxies(text: string): TrustedProxies | null | undefined {
  if (/^(?:false|no|off|0)$/i.test(text)) return null
  if (/^\d+$/.test(text)) return Number(text) <= HOPS_MAX ? { hops: Number(text) } : undefined
  const networks = text.split(',').map((part) => part.trim())
  return networks.every(isNetwork) ? { networks } : undefined
}

/** Returns Fastify's trustProxy function: true if the address at this hop is a trusted proxy. */
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

/**
 * Returns the addresses of X-Forwarded-For from the nearest up to the first invalid one; the rest cannot be trusted.
 */
export function forwardedAddresses(header: string): string {
  const entries = header.split(',').map((entry) => addressOf(entry.trim()))
  return entries.slice(entries.lastIndexOf(undefined) + 1).join(', ')
}
