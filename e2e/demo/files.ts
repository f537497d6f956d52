import { fileRoutes } from '@consilium/contract/files/files.ts'
import type { Player } from './platform.ts'

const MEDIA_TYPES = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' } as const
type Ending = keyof typeof MEDIA_TYPES

/** Returns the file's id. Only the account that uploaded a file may refer to it. */
export async function upload(
  player: Player,
  name: `${string}.${Ending}`,
  bytes: Uint8Array,
): Promise<number> {
  const type = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1) as Ending]
  const file = new File([Uint8Array.from(bytes)], name, { type })
  const data = await player.call(fileRoutes.upload, { file })
  return data.fileId
}
