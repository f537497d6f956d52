import { addressOf } from '@consilium/contract/addresses.ts'
import {
  PICTURE_PREVIEW_SIDE,
  type PictureSize,
  type PublicPicture,
} from '@consilium/contract/projects/project-pictures.ts'
import { publicProjectRoutes } from '@consilium/contract/publicity/publicity.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Files } from '../files/service.ts'
import * as repository from './public-picture-repository.ts'

interface Wanted {
  pictureId: number
  size: PictureSize
}

const address = ({ pictureId, size }: Wanted) =>
  `${addressOf(publicProjectRoutes.picture, { pictureId })}?size=${size}`

const viewOf = ({ pictureId, caption, width, height }: repository.PublicPictureRow): PublicPicture => ({
  pictureId,
  caption,
  width,
  height,
  url: address({ pictureId, size: 'full' }),
  previewUrl: address({ pictureId, size: 'preview' }),
  previewWidth: Math.round(width * Math.min(1, PICTURE_PREVIEW_SIDE / Math.max(width, height))),
})

/** The pictures of each of the projects. */
export async function picturesByProject(
  db: Db,
  projectIds: readonly number[],
): Promise<Map<number, PublicPicture[]>> {
  const rows = await repository.picturesOf(db, projectIds)
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId)
  return new Map([...byProject].map(([projectId, pictures]) => [projectId, pictures.map(viewOf)]))
}

/** A picture as visitors read it. One that is not shown now is answered like one that never was. */
export async function openPicture(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  files: Files,
  wanted: Wanted,
): Promise<FileAnswer> {
  const found = await repository.findOpenPicture(db, clock.wire(), wanted)
  if (!found) throw new Refusal('NOT_FOUND')
  const file = await files.open(found.fileId)
  // The bytes of a picture never change: another picture has another number.
  return { ...file, inline: true, etag: `"${wanted.pictureId}-${wanted.size}"` }
}
