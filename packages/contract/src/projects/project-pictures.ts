import { z } from 'zod'
import type { Words } from '../errors.ts'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'

/** Pictures on the public page of a project; the first is its cover. */
export const PROJECT_PICTURES_MAX = 6
export const PICTURE_CAPTION_MAX = 100
/** Longest side in pixels of a picture as it is shown alone, and in lists. */
export const PICTURE_FULL_SIDE = 1280
export const PICTURE_PREVIEW_SIDE = 720
/** Shortest side in pixels of a picture whose longest side is at most `PICTURE_FULL_SIDE`. */
export const PICTURE_SIDE_MIN = 320

export const PICTURE_SIZES = ['preview', 'full'] as const
export type PictureSize = (typeof PICTURE_SIZES)[number]

/** Labels of the sizes in which a picture is served. */
export const PICTURE_SIZE_LABELS = {
  preview: { 'zh-CN': '列表用小图', en: 'Small, for lists' },
  full: { 'zh-CN': '大图', en: 'Large' },
} as const satisfies Record<PictureSize, Words>
export const PictureSize = choice(PICTURE_SIZES, PICTURE_SIZE_LABELS).meta({
  description: 'Which size of the picture',
})

const caption = {
  description: 'What the picture shows, which is also read to visitors who do not see it',
}
const shown = {
  pictureId: f.id,
  caption: z.string().meta(caption),
  width: z.int().meta({ description: 'Width in pixels of the large picture' }),
  height: z.int().meta({ description: 'Height in pixels of the large picture' }),
}

/** A picture as visitors see it. */
export const PublicPicture = z
  .object({
    ...shown,
    url: z.string().meta({ description: 'Address of the large picture, for everybody' }),
    previewUrl: z.string().meta({ description: 'Address of the small picture, for everybody' }),
    previewWidth: z.int().meta({ description: 'Width in pixels of the small picture' }),
  })
  .meta({ id: 'PublicPicture' })
export type PublicPicture = z.infer<typeof PublicPicture>

/** A picture as managers see it, published or not. */
export const ProjectPicture = z
  .object({
    ...shown,
    url: z.string().meta({ description: 'Signed address of the small picture; expires' }),
    createTime: z.string(),
    version: f.version,
  })
  .meta({ id: 'ProjectPicture' })
export type ProjectPicture = z.infer<typeof ProjectPicture>

export const ProjectPictureAdd = z.strictObject({
  fileId: f.id.meta({ description: 'An upload of the caller that nothing else refers to; it is used up' }),
  caption: f.text(PICTURE_CAPTION_MAX).meta(caption),
  mayBePublished: z
    .literal(
      true,
      said(
        '请确认该图片可以公开，图中人物已同意',
        'Confirm that the picture may be published and everybody on it agreed',
      ),
    )
    .meta({ description: 'The caller confirms that it may be published and that everybody on it agreed' }),
})
export type ProjectPictureAdd = z.output<typeof ProjectPictureAdd>

export const ProjectPictureOrder = z.strictObject({
  pictures: z
    .array(
      z.strictObject({
        pictureId: f.id,
        version: f.version,
        caption: f.text(PICTURE_CAPTION_MAX).meta(caption),
      }),
    )
    .max(PROJECT_PICTURES_MAX)
    .meta({ description: 'All pictures of the project, in their order' }),
})
export type ProjectPictureOrder = z.output<typeof ProjectPictureOrder>

const managers = ['admin', 'manager'] as const
const tag = 'Projects'
const params = z.object({ projectId: f.queryId })
const path = '/business/project/{projectId}/pictures'

export const projectPictureRoutes = {
  list: {
    method: 'GET',
    path,
    access: managers,
    tag,
    summary: 'List the pictures of a project for its public page',
    params,
    answer: data(z.array(ProjectPicture)),
  },
  create: {
    method: 'POST',
    path,
    target: ['projectId', 'pictureId', 'fileId'],
    access: managers,
    tag,
    summary: 'Add a picture to the public page of a project, re-encoded and without its metadata',
    params,
    body: ProjectPictureAdd,
    answer: data(ProjectPicture),
    errors: [
      'NOT_FOUND',
      'FILE_UNKNOWN',
      'FILE_TYPE_REFUSED',
      'PICTURES_FULL',
      'PICTURE_UNREADABLE',
      'PICTURE_TOO_SMALL',
    ],
    creates: true,
  },
  arrange: {
    method: 'PUT',
    path,
    target: ['projectId'],
    access: managers,
    tag,
    summary: 'Set the order and the captions of the pictures of a project; the first is the cover',
    params,
    body: ProjectPictureOrder,
    answer: data(z.array(ProjectPicture)),
    errors: ['NOT_FOUND', 'STALE_RECORD'],
  },
  remove: {
    method: 'DELETE',
    path: `${path}/{pictureId}`,
    target: ['projectId', 'pictureId'],
    access: managers,
    tag,
    summary: 'Delete a picture of a project',
    params: z.object({ projectId: f.queryId, pictureId: f.queryId }),
    answer: data(z.null()),
    errors: ['NOT_FOUND'],
  },
} as const satisfies RouteTable
