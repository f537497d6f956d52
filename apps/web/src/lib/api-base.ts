/** Where the service has its API, on the site that the app comes from. */
export const API_BASE = '/api'
