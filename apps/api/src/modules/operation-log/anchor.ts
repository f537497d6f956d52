import { z } from 'zod'
import type { Keys } from '../../infra/keys/keys.ts'
import { readIfThere, type Storage } from '../../infra/storage/storage.ts'
import type { Link } from './chain-repository.ts'

export const ANCHOR_KEY = 'anchors/operation-log.json'
const PURPOSE = 'operation-log-anchor'

const Written = z.object({
  form: z.literal(1),
  count: z.int(),
  hash: z.hex().length(64),
  time: z.string(),
  mac: z.base64url(),
})

/**
 * The head of the operation log's chain at a point in time. It is stored outside the database, so that it reveals
 * changes made in the database.
 */
export interface Anchor extends Link {
  time: string
}

/** The anchor was not written by this service. */
export class AnchorBroken extends Error {
  override readonly name = 'AnchorBroken'
  constructor(cause?: unknown) {
    super(`the anchor of the operation log (${ANCHOR_KEY} in the files) is not one that this service wrote`, {
      cause,
    })
  }
}

const signed = (count: number, hash: string, time: string) => JSON.stringify([1, count, hash, time])

export function createAnchors({ keys, storage }: { keys: Keys; storage: Storage }) {
  return {
    async write({ position: count, hash }: Link, time: string): Promise<void> {
      const text = hash.toString('hex')
      const mac = keys.sign(signed(count, text, time), PURPOSE).toString('base64url')
      await storage.put(ANCHOR_KEY, Buffer.from(JSON.stringify({ form: 1, count, hash: text, time, mac })))
    },

    /** Null before the first anchor. Throws AnchorBroken. */
    async read(): Promise<Anchor | null> {
      const bytes = await readIfThere(storage, ANCHOR_KEY)
      if (!bytes) return null
      try {
        const { count, hash, time, mac } = Written.parse(JSON.parse(bytes.toString('utf8')))
        if (keys.verify(signed(count, hash, time), PURPOSE, Buffer.from(mac, 'base64url')))
          return { position: count, hash: Buffer.from(hash, 'hex'), time }
      } catch (error) {
        throw new AnchorBroken(error)
      }
      throw new AnchorBroken()
    },
  }
}

export type Anchors = ReturnType<typeof createAnchors>
