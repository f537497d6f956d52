import ipaddr from 'ipaddr.js'

const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])
/** Host names that no public name server resolves (RFC 6761, RFC 8375, ICANN's `internal`), or names without a dot. */
const PRIVATE_NAME = /^(?:[^.]+|.+\.(?:localhost|internal|local|lan|home\.arpa))$/i

/** Returns the host of a URL without the brackets of an IPv6 address. */
const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

const rangeOf = (host: string): string | undefined =>
  ipaddr.isValid(host) ? ipaddr.process(host).range() : undefined

/** True if the host is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const name = bare(host)
  return name === 'localhost' || name.endsWith('.localhost') || rangeOf(name) === 'loopback'
}

/** True if the host is in a private network: this machine, a private address, or a private name. */
export function isPrivate(host: string): boolean {
  const name = bare(host)
  const range = rangeOf(name)
  return range === undefined ? PRIVATE_NAME.test(name) : PRIVATE_RANGES.has(range)
}
