import { z } from 'zod'
import { setting } from './setting.ts'

/** How the process ends when it is told to. */
export const drainSettings = {
  DRAIN_ANNOUNCE_SECONDS: setting(
    z.coerce.number().int().min(0).max(300).default(0),
    'After SIGTERM: how long the process still serves while /health/ready says that it stops, for proxies that ask',
  ),
  DRAIN_SECONDS: setting(
    z.coerce.number().int().min(0).max(3600).default(30),
    'Then: how long open requests may take to finish, while new ones are refused with 503',
  ),
}

export interface DrainSettings {
  announceSeconds: number
  seconds: number
}

type Values = z.output<z.ZodObject<typeof drainSettings>>

export const drainOf = ({ DRAIN_ANNOUNCE_SECONDS, DRAIN_SECONDS }: Values): DrainSettings => ({
  announceSeconds: DRAIN_ANNOUNCE_SECONDS,
  seconds: DRAIN_SECONDS,
})
