import type { ProjectPicture } from '@consilium/contract/projects/project-pictures.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

export interface PictureRow extends Omit<ProjectPicture, 'url'> {
  fileId: number
  previewFileId: number
}

export interface NewPicture {
  projectId: number
  caption: string
  fileId: number
  previewFileId: number
  width: number
  height: number
  createUserId: number
}

/**
 * Locks the projects until the transaction ends, with which pictures are added and arranged one at a time; records that
 * refer to a project need not wait. Returns how many there are.
 */
export async function lockProjects(db: Db, projectIds: readonly number[]): Promise<number> {
  const rows = await db
    .selectFrom('project')
    .select('project_id')
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .forNoKeyUpdate()
    .execute()
  return rows.length
}

export const picturesOf = (db: Db, projectId: number): Promise<PictureRow[]> =>
  db
    .selectFrom('project_picture')
    .select([
      'picture_id as pictureId',
      'caption',
      'file_id as fileId',
      'preview_file_id as previewFileId',
      'width',
      'height',
      'create_time as createTime',
      'version',
    ])
    .where('project_id', '=', projectId)
    .orderBy('place')
    .execute()

/** Inserts a picture behind the others, in a project that the transaction has locked. */
export async function insertPicture(db: Db, picture: NewPicture): Promise<number> {
  const { picture_id } = await db
    .insertInto('project_picture')
    .values({
      project_id: picture.projectId,
      place: sql<number>`(
        select coalesce(max(place), 0) + 1 from project_picture where project_id = ${picture.projectId})`,
      caption: picture.caption,
      file_id: picture.fileId,
      preview_file_id: picture.previewFileId,
      width: picture.width,
      height: picture.height,
      create_user_id: picture.createUserId,
    })
    .returning('picture_id')
    .executeTakeFirstOrThrow()
  return picture_id
}

/** Sets order and captions of all pictures of a project, in one statement. */
export async function arrangePictures(
  db: Db,
  projectId: number,
  pictures: readonly { pictureId: number; caption: string }[],
): Promise<void> {
  await sql`
    update project_picture p set place = o.place, caption = o.caption, version = p.version + 1
    from unnest(${pictures.map(({ pictureId }) => pictureId)}::bigint[], ${pictures.map(({ caption }) => caption)}::text[])
      with ordinality as o (picture_id, caption, place)
    where p.picture_id = o.picture_id and p.project_id = ${projectId}`.execute(db)
}

const filesOf = (rows: readonly { file_id: number; preview_file_id: number }[]): number[] =>
  rows.flatMap(({ file_id, preview_file_id }) => [file_id, preview_file_id])

/** Deletes a picture and returns its files; none if the project has no such picture. */
export async function deletePicture(
  db: Db,
  { projectId, pictureId }: { projectId: number; pictureId: number },
): Promise<number[]> {
  const rows = await db
    .deleteFrom('project_picture')
    .where('picture_id', '=', pictureId)
    .where('project_id', '=', projectId)
    .returning(['file_id', 'preview_file_id'])
    .execute()
  return filesOf(rows)
}

/** Deletes all pictures of the projects and returns their files. */
export async function deletePicturesOf(db: Db, projectIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .deleteFrom('project_picture')
    .where('project_id', 'in', projectIds)
    .returning(['file_id', 'preview_file_id'])
    .execute()
  return filesOf(rows)
}
