import type { PictureSize, PublicPicture } from '@consilium/contract/projects/project-pictures.ts'
import type { Db } from '../../infra/db/db.ts'
import { isOpen } from './public-project-repository.ts'

export interface PublicPictureRow extends Pick<PublicPicture, 'pictureId' | 'caption' | 'width' | 'height'> {
  projectId: number
}

/** The pictures of the projects, in their order. */
export const picturesOf = async (db: Db, projectIds: readonly number[]): Promise<PublicPictureRow[]> =>
  projectIds.length === 0
    ? []
    : db
        .selectFrom('project_picture')
        .select(['project_id as projectId', 'picture_id as pictureId', 'caption', 'width', 'height'])
        .where('project_id', 'in', projectIds)
        .orderBy('project_id')
        .orderBy('place')
        .execute()

/** The file of a picture whose project is open now; undefined for any other. */
export const findOpenPicture = (
  db: Db,
  now: string,
  { pictureId, size }: { pictureId: number; size: PictureSize },
): Promise<{ fileId: number } | undefined> =>
  db
    .selectFrom('project_picture as t')
    .innerJoin('project as p', 'p.project_id', 't.project_id')
    .select(size === 'full' ? 't.file_id as fileId' : 't.preview_file_id as fileId')
    .where('t.picture_id', '=', pictureId)
    .where(isOpen(now))
    .executeTakeFirst()
