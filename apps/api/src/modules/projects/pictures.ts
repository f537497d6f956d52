import {
  PROJECT_PICTURES_MAX,
  type ProjectPicture,
  type ProjectPictureAdd,
  type ProjectPictureOrder,
} from '@consilium/contract/projects/project-pictures.ts'
import type { Actor } from '../../domain/actor.ts'
import { createBoundedQueue, QueueFull } from '../../infra/threads/bounded-queue.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { giveBack } from '../../infra/threads/give-back.ts'
import type { ShownPicture } from '../../infra/pictures/picture.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { StagedFile } from '../files/service.ts'
import * as repository from './picture-repository.ts'
import type { Scope } from './scope.ts'
import { requireView } from './view.ts'

const MEDIA_TYPE = 'image/jpeg'
/** Requests of a node that wait while a picture is re-encoded: one at a time, as its pixels take memory. */
export const PICTURES_WAITING_MAX = 20
const RETRY_SECONDS = 10

const viewOf = ({ files }: Scope, row: repository.PictureRow): ProjectPicture => {
  const { pictureId, caption, width, height, createTime, version } = row
  return { pictureId, caption, width, height, createTime, version, url: files.urlOf(row.previewFileId) }
}

const full = () => new Refusal('PICTURES_FULL', { params: { max: PROJECT_PICTURES_MAX } })

async function listPictures(scope: Scope, actor: Actor, projectId: number): Promise<ProjectPicture[]> {
  await requireView(scope, actor, projectId)
  const rows = await repository.picturesOf(scope.db, projectId)
  return rows.map((row) => viewOf(scope, row))
}

interface Work {
  projectId: number
  body: ProjectPictureAdd
}

/** Both sizes of an upload, in the storage. No metadata of the upload is kept, and the uploader cannot read them. */
async function stage(
  { files, fileWork }: Scope,
  actor: Actor,
  { projectId, body }: Work,
): Promise<{ shown: ShownPicture; full: StagedFile; preview: StagedFile }> {
  const wanted = { field: 'fileId', fits: files.isPicture }
  const bytes = await files.readFresh(actor, body.fileId, wanted)
  const shown = await fileWork.readPicture(bytes).finally(() => giveBack(bytes))
  const store = (picture: Buffer) =>
    files.stage({
      bytes: picture,
      originalName: `project-${projectId}.jpg`,
      mediaType: MEDIA_TYPE,
      userId: null,
    })
  return { shown, full: await store(shown.full), preview: await store(shown.preview) }
}

/** Adds a picture that is in the storage, and deletes the upload that it was made from. */
async function save(
  { db, files }: Scope,
  actor: Actor,
  { projectId, body }: Work,
  staged: Awaited<ReturnType<typeof stage>>,
): Promise<number> {
  const { shown, full: fullFile, preview } = staged
  try {
    return await inTransaction(db, async (trx) => {
      if ((await repository.lockProjects(trx, [projectId])) === 0) throw new Refusal('NOT_FOUND')
      if ((await repository.picturesOf(trx, projectId)).length >= PROJECT_PICTURES_MAX) throw full()
      await files.useUp(trx, actor, body.fileId, 'fileId')
      await files.commit(trx, fullFile)
      await files.commit(trx, preview)
      return repository.insertPicture(trx, {
        projectId,
        caption: body.caption,
        fileId: fullFile.fileId,
        previewFileId: preview.fileId,
        width: shown.width,
        height: shown.height,
        createUserId: actor.userId,
      })
    })
  } catch (error) {
    if (error instanceof Refusal) await files.discard([fullFile, preview])
    throw error
  }
}

/** Sets the order and the captions. A picture that was changed, added or deleted meanwhile makes the whole order stale. */
async function arrange({ db }: Scope, projectId: number, { pictures }: ProjectPictureOrder): Promise<void> {
  await inTransaction(db, async (trx) => {
    if ((await repository.lockProjects(trx, [projectId])) === 0) throw new Refusal('NOT_FOUND')
    const known = new Map(
      (await repository.picturesOf(trx, projectId)).map(({ pictureId, version }) => [pictureId, version]),
    )
    const named = new Set(pictures.map(({ pictureId }) => pictureId))
    const isCurrent = pictures.every(({ pictureId, version }) => known.get(pictureId) === version)
    if (!isCurrent || named.size !== known.size || pictures.length !== known.size)
      throw new Refusal('STALE_RECORD')
    await repository.arrangePictures(trx, projectId, pictures)
  })
}

/** The pictures of projects for their public pages. The routes admit managers only. */
export function createPictures(scope: Scope) {
  const inQueue = createBoundedQueue({ atOnce: 1, waiting: PICTURES_WAITING_MAX })
  const list = (actor: Actor, projectId: number) => listPictures(scope, actor, projectId)

  return {
    list,

    async add(actor: Actor, projectId: number, body: ProjectPictureAdd): Promise<ProjectPicture> {
      if ((await list(actor, projectId)).length >= PROJECT_PICTURES_MAX) throw full()
      const work = { projectId, body }
      const staged = await inQueue(() => stage(scope, actor, work)).catch((error: unknown) => {
        throw error instanceof QueueFull
          ? new Refusal('TOO_MANY_REQUESTS', { params: { seconds: RETRY_SECONDS } })
          : error
      })
      const pictureId = await save(scope, actor, work, staged)
      const added = (await list(actor, projectId)).find((picture) => picture.pictureId === pictureId)
      if (!added) throw new Refusal('NOT_FOUND')
      return added
    },

    async arrange(actor: Actor, projectId: number, body: ProjectPictureOrder): Promise<ProjectPicture[]> {
      await requireView(scope, actor, projectId)
      await arrange(scope, projectId, body)
      return list(actor, projectId)
    },

    async remove(actor: Actor, picture: { projectId: number; pictureId: number }): Promise<null> {
      await requireView(scope, actor, picture.projectId)
      await inTransaction(scope.db, async (trx) => {
        const fileIds = await repository.deletePicture(trx, picture)
        if (fileIds.length === 0) throw new Refusal('NOT_FOUND')
        await scope.files.release(trx, fileIds)
      })
      return null
    },
  }
}
