import type { FileLink, UploadedFile } from '@consilium/contract/files/files.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { readFresh, useUp } from './copying.ts'
import { createLinks } from './links.ts'
import { createMediaTypes, isPicture, isShown } from './media-types.ts'
import {
  linksTo,
  openFile,
  readAll,
  readFile,
  readPersonalFile,
  type FileRequest,
  type PersonalFileRequest,
} from './reading.ts'
import { requireUsable } from './referring.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { createStaging } from './staging.ts'
import { uploadFile } from './uploading.ts'

export function createFiles(context: Context) {
  const { db, storage, log } = context
  const staging = createStaging(context)
  const links = createLinks(context)
  const mediaTypes = createMediaTypes(context.fileWork)
  const scope: Scope = { db, storage, log, staging, links, mediaTypes }

  return {
    stage: staging.stage,
    commit: staging.commit,
    discard: staging.discard,
    collect: staging.collect,
    /** Deletes uploads that no record has come to refer to. */
    purgeUnused: staging.purgeUnused,

    /** The media type of a file that may contain an invoice, detected by content; undefined for any other. */
    scanTypeOf: mediaTypes.ofScan,
    readAll: (fileId: number) => readAll(scope, fileId),

    /** Media types accepted where pictures are shown, and where documents are. */
    isPicture,
    isShown,

    /** A signed address under the service's root, without host; it expires. */
    urlOf: links.urlOf,
    /**
     * The address of a file with personal data: short-lived, valid only in the caller's session, and each access is
     * logged.
     */
    personalUrlOf: links.personalUrlOf,
    /** From now on the file can only be read by personal addresses. */
    markPersonal: repository.markPersonal,
    linksTo: (fileIds: readonly number[]): Promise<Map<number, FileLink>> => linksTo(scope, fileIds),
    requireUsable,

    /** The bytes of an upload that a record gets a copy of, and its end once the record has it. */
    readFresh: (actor: Actor, fileId: number, wanted: Parameters<typeof readFresh>[3]): Promise<Buffer> =>
      readFresh(scope, actor, fileId, wanted),
    useUp,
    /** Deletes files in the transaction of the only record that referred to them. Their bytes stay for a day. */
    release: repository.deleteFiles,

    open: (fileId: number): Promise<FileAnswer> => openFile(scope, fileId),
    upload: (actor: Actor, upload: Upload): Promise<UploadedFile> => uploadFile(scope, actor, upload),
    read: (actor: Actor | null, fileId: number, request: FileRequest): Promise<FileAnswer> =>
      readFile(scope, actor, fileId, request),
    readPersonal: (actor: Actor, fileId: number, request: PersonalFileRequest): Promise<FileAnswer> =>
      readPersonalFile(scope, actor, fileId, request),
  }
}

/** A file whose bytes are stored but which has no row yet, so that nobody can reach it. */
export type StagedFile = repository.NewFile

export { fileFacts } from './facts-repository.ts'

export type Files = ReturnType<typeof createFiles>
