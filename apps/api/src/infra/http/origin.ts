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

export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK_BITS}`).toString()
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
