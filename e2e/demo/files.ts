import { fileRoutes } from '@consilium/contract/files.ts'
import type { Player } from './platform.ts'

const MEDIA_TYPES = { png: 'image/png', pdf: 'application/pdf' } as const

/** Returns the file's id. Only the account that uploaded a file may refer to it. */
export async function upload(
  player: Player,
  name: `${string}.${keyof typeof MEDIA_TYPES}`,
  bytes: Uint8Array,
): Promise<number> {
  const type = name.endsWith('.png') ? MEDIA_TYPES.png : MEDIA_TYPES.pdf
  const file = new File([Uint8Array.from(bytes)], name, { type })
  const data = await player.call(fileRoutes.upload, { file })
  return data.fileId
}
