import ipaddr from 'ipaddr.js'

const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])
/** Names that no public name server answers (RFC 6761, RFC 8375, ICANN's `internal`), or without a dot. */
const PRIVATE_NAME = /^(?:[^.]+|.+\.(?:localhost|internal|local|lan|home\.arpa))$/i

/** The host of an address as it stands in a URL: IPv6 without its brackets. */
const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

const rangeOf = (host: string): string | undefined =>
  ipaddr.isValid(host) ? ipaddr.process(host).range() : undefined

/** Whether only this machine reaches it. */
export function isLoopback(host: string): boolean {
  const name = bare(host)
  return name === 'localhost' || name.endsWith('.localhost') || rangeOf(name) === 'loopback'
}

/** Whether it lies in a network of one's own: this machine, a private address, or a name of such a network. */
export function isPrivate(host: string): boolean {
  const name = bare(host)
  const range = rangeOf(name)
  return range === undefined ? PRIVATE_NAME.test(name) : PRIVATE_RANGES.has(range)
}
