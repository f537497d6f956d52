import { z } from 'zod'
import * as f from './fields.ts'
import { data, file, type RouteTable } from './route.ts'

export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024
export const FILE_NAME_MAX = 200

export const UploadedFile = z
  .object({
    fileId: f.id,
    url: z.string().meta({ description: 'Signed; expires' }),
    fileName: z.string(),
    originalFilename: z.string(),
    size: z.int(),
    mediaType: z.string(),
  })
  .meta({ id: 'UploadedFile' })
export type UploadedFile = z.infer<typeof UploadedFile>

const tag = 'Files'

export const fileRoutes = {
  upload: {
    method: 'POST',
    path: '/common/upload',
    access: 'session',
    tag,
    summary: 'Upload a file (JPEG, PNG, WebP or PDF); records refer to it by its id',
    upload: true,
    answer: data(UploadedFile),
    errors: ['FILE_MISSING', 'FILE_TYPE_REFUSED', 'BODY_TOO_LARGE'],
  },
  get: {
    method: 'GET',
    path: '/common/file/{fileId}',
    access: 'public',
    tag,
    summary: 'Read a file by a signed address, or as the one who uploaded it; byte ranges work',
    params: z.object({ fileId: f.queryId }),
    query: z.strictObject({
      expires: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      signature: z.string().max(100).optional(),
      download: f.queryFlag.optional(),
    }),
    answer: file('application/octet-stream'),
    errors: ['LINK_EXPIRED', 'NOT_FOUND'],
  },
} as const satisfies RouteTable
