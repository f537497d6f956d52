import { addressOf } from '@consilium/contract/addresses.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { fileIdOf } from '@consilium/contract/plans/plans.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Files } from '../files/service.ts'

const idsIn = (address: string | null | undefined): number[] => {
  const fileId = address ? fileIdOf(address) : null
  return fileId === null ? [] : [fileId]
}

/** The design of a plan is an external address or a file of this service. */
export function createDesignFiles(files: Pick<Files, 'urlOf' | 'requireUsable'>) {
  return {
    /** Signs the address of a file again for every answer. */
    shown(stored: string | null): string | null {
      const [fileId] = idsIn(stored)
      return fileId === undefined ? stored : files.urlOf(fileId)
    },

    /**
     * The address to store. Forms send back signed addresses, so the signature is removed. Throws FILE_UNKNOWN if the
     * caller may not refer to the file.
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

export type DesignFiles = ReturnType<typeof createDesignFiles>
