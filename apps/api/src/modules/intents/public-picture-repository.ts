import type { PictureSize, PublicPicture } from '@consilium/contract/projects/project-pictures.ts'
import type { Db } from '../../infra/db/db.ts'
import { isOpen } from './public-project-repository.ts'
import { pictureFacts, projectFacts } from '../projects/service.ts'

export interface PublicPictureRow extends Pick<PublicPicture, 'pictureId' | 'caption' | 'width' | 'height'> {
  projectId: number
}

/** The pictures of the projects, in their order. */
export const picturesOf = async (db: Db, projectIds: readonly number[]): Promise<PublicPictureRow[]> =>
  projectIds.length === 0
    ? []
    : db
        .selectFrom(pictureFacts('t'))
        .select([
          't.project_id as projectId',
          't.picture_id as pictureId',
          't.caption',
          't.width',
          't.height',
        ])
        .where('t.project_id', 'in', projectIds)
        .orderBy('t.project_id')
        .orderBy('t.place')
        .execute()

/** The file of a picture whose project is open now; undefined for any other. */
export const findOpenPicture = (
  db: Db,
  now: string,
  { pictureId, size }: { pictureId: number; size: PictureSize },
): Promise<{ fileId: number } | undefined> =>
  db
    .selectFrom(pictureFacts('t'))
    .innerJoin(projectFacts('p'), 'p.project_id', 't.project_id')
    .select(size === 'full' ? 't.file_id as fileId' : 't.preview_file_id as fileId')
    .where('t.picture_id', '=', pictureId)
    .where(isOpen(now))
    .executeTakeFirst()
