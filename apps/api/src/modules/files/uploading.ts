import type { UploadedFile } from '@consilium/contract/files.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Upload } from '../../infra/http/upload.ts'
import { refuseField } from '../../infra/refusal.ts'
import { presentableName } from './file-name.ts'
import { extensionOf } from './media-types.ts'
import type { Scope } from './scope.ts'

/** Stores an uploaded file of the caller, until a record refers to it. */
export async function uploadFile(
  { links, mediaTypes, staging }: Scope,
  actor: Actor,
  { bytes, originalName }: Upload,
): Promise<UploadedFile> {
  const mediaType = await mediaTypes.ofUpload(bytes)
  if (!mediaType) throw refuseField('FILE_TYPE_REFUSED', 'file')
  const { fileId } = await staging.store({ bytes, originalName, mediaType, userId: actor.userId })
  return {
    fileId,
    url: links.urlOf(fileId),
    fileName: `${fileId}.${extensionOf(mediaType)}`,
    originalFilename: presentableName(originalName, extensionOf(mediaType)),
    size: bytes.length,
    mediaType,
  }
}
