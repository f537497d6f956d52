import type { UploadedFile } from '@consilium/contract/files/files.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { refuseField } from '../../infra/refusal.ts'
import { presentableName } from './file-name.ts'
import { extensionOf } from './media-types.ts'
import { requireModest } from './picture-header.ts'
import type { Scope } from './scope.ts'

/** Stores an uploaded file of the caller, until a record refers to it. */
export async function uploadFile(
  { links, mediaTypes, staging }: Scope,
  actor: Actor,
  { use, originalName }: Upload,
): Promise<UploadedFile> {
  const { fileId, mediaType, size } = await use(async (bytes) => {
    const type = await mediaTypes.ofUpload(bytes)
    if (!type) throw refuseField('FILE_TYPE_REFUSED', 'file')
    await requireModest(bytes, type)
    const file = { bytes, originalName, mediaType: type, userId: actor.userId }
    return { ...(await staging.store(file)), mediaType: type, size: bytes.length }
  })
  return {
    fileId,
    url: links.urlOf(fileId),
    fileName: `${fileId}.${extensionOf(mediaType)}`,
    originalFilename: presentableName(originalName, extensionOf(mediaType)),
    size,
    mediaType,
  }
}
