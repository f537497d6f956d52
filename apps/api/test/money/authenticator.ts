import { generateSync } from 'otplib'

const SECOND_MS = 1000

/** What an authenticator app shows for a secret. */
export const shownFor = (secret: string, now: Date): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / SECOND_MS) })
