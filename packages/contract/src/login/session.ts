/**
 * Header by which a browser asks for its session in a cookie, which scripts cannot read. It is sent with every call.
 */
export const SESSION_HEADER = 'x-session'
export const SESSION_IN_COOKIE = 'cookie'
/** Name of the cookie by scheme: without HTTPS, browsers reject names with `__Host-`. */
export const SESSION_COOKIE = { https: '__Host-consilium_session', http: 'consilium_session' } as const

/** Maximum time between two events of the stream. */
export const HEARTBEAT_SECONDS = 25
