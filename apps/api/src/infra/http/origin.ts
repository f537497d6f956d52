import ipaddr from 'ipaddr.js'

const IPV6_NETWORK_BITS = 64

/** The origin of a call. */
export interface Origin {
  readonly address: string
  /** The IPv4 address, or the /64 network of an IPv6 address, which belongs to one subscriber. */
  readonly network: string
  /** Id of a browser that has logged in before. */
  readonly device: string | null
}

function parsedNetwork(address: string): string {
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK_BITS}`).toString()
}

/** Addresses whose network is kept: every request asks for its own, most often several times. */
const KEPT_MAX = 1000
const kept = new Map<string, string>()

export function networkOf(address: string): string {
  const known = kept.get(address)
  if (known !== undefined) return known
  // What is no address may be long, and is not kept.
  if (!ipaddr.isValid(address)) return 'unknown'
  const network = parsedNetwork(address)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(address, network)
  return network
}

export const originOf = (address: string, device: string | null): Origin => ({
  address,
  network: networkOf(address),
  device,
})

/** Key of a limit: the account, the ticket of a meeting's door, or the network for other anonymous calls. */
export type Requester = `user:${number}` | `ticket:${number}` | `network:${string}`

export const requesterOf = (actor: { readonly userId: number } | null, { network }: Origin): Requester =>
  actor ? `user:${actor.userId}` : `network:${network}`
