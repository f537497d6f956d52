const POSITION_MS = 6000
const KNOWN_FOR_MS = 60_000
const DEVICE_KEY = 'consilium.device'
const DEVICE_BYTES = 16

interface Position {
  latitude: number
  longitude: number
  accuracy: number
}

/** Where the phone is; undefined if it is not told within a few seconds. */
export const findPosition = (): Promise<Position | undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), POSITION_MS)
    if (!navigator.geolocation) return resolve(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      () => resolve(undefined),
      { timeout: POSITION_MS, maximumAge: KNOWN_FOR_MS, enableHighAccuracy: true },
    )
  })

/** A random key of this browser; undefined where nothing may be kept. */
export function deviceKey(): string | undefined {
  try {
    const known = localStorage.getItem(DEVICE_KEY)
    if (known) return known
    const bytes = [...crypto.getRandomValues(new Uint8Array(DEVICE_BYTES))]
    const made = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
    localStorage.setItem(DEVICE_KEY, made)
    return made
  } catch {
    return undefined
  }
}
