/** How a browser asks to have its session in a cookie, which no script can read: sent with every call. */
export const SESSION_HEADER = 'x-session'
export const SESSION_IN_COOKIE = 'cookie'
export const SESSION_COOKIE = 'consilium_session'

/** The event stream of a session is never silent for longer. */
export const HEARTBEAT_SECONDS = 25
