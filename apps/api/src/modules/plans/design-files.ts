import { addressOf } from '@consilium/contract/addresses.ts'
import { fileRoutes } from '@consilium/contract/files.ts'
import { fileIdOf } from '@consilium/contract/plans.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Files } from '../files/service.ts'

const idsIn = (address: string | null | undefined): number[] => {
  const fileId = address ? fileIdOf(address) : null
  return fileId === null ? [] : [fileId]
}

/** Where the design of a plan is found: an address elsewhere, or one of the service's files. */
export function createDesignFiles(files: Pick<Files, 'urlOf' | 'requireUsable'>) {
  return {
    /** A file gets a fresh signature at every reading. */
    shown(stored: string | null): string | null {
      const [fileId] = idsIn(stored)
      return fileId === undefined ? stored : files.urlOf(fileId)
    },

    /**
     * The address to store. A signed address that was answered before comes back from forms: the file is kept
     * without its signature. Throws FILE_UNKNOWN for a file that is not the caller's to refer to.
     */
    async accept(
      within: Db,
      actor: Actor,
      given: string | null | undefined,
      stored: string | null | undefined,
    ): Promise<string | null | undefined> {
      const [fileId] = idsIn(given)
      if (fileId === undefined) return given
      await files.requireUsable(within, actor, [fileId], idsIn(stored), 'designFileUrl')
      return addressOf(fileRoutes.get, { fileId })
    },
  }
}
