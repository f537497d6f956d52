/** How a browser asks to have its session in a cookie, which no script can read: sent with every call. */
export const SESSION_HEADER = 'x-session'
export const SESSION_IN_COOKIE = 'cookie'
/** The cookie's name, by how users come; without HTTPS browsers take no name with `__Host-`. */
export const SESSION_COOKIE = { https: '__Host-consilium_session', http: 'consilium_session' } as const

/** The event stream of a session is never silent for longer. */
export const HEARTBEAT_SECONDS = 25
