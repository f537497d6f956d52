import ipaddr from 'ipaddr.js'

const IPV6_NETWORK_BITS = 64

/** Where a call comes from. */
export interface Origin {
  readonly address: string
  /** The address, or the /64 network of an IPv6 address: one subscriber owns all of it. */
  readonly network: string
  /** Id of a browser that somebody has logged in with. */
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

/** Whom attempts are counted against: an account, or a network where nobody is logged in. */
export type Requester = `user:${number}` | `network:${string}`

export const requesterOf = (actor: { readonly userId: number } | null, { network }: Origin): Requester =>
  actor ? `user:${actor.userId}` : `network:${network}`
