import { z } from 'zod'
import * as f from '../fields.ts'
import { data, file, type RouteTable } from '../route.ts'

export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024
/**
 * Maximum size of a file that visitors compare with a signed agreement, which is much smaller. The file is not stored.
 */
export const VERIFIED_FILE_MAX_BYTES = 4 * 1024 * 1024

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

/** A file as shown in the records that refer to it. */
export const FileLink = z
  .object({
    fileId: f.id,
    fileName: z.string().meta({ description: 'As it was uploaded' }),
    mediaType: z.string(),
    url: z.string().meta({ description: 'Signed; expires' }),
  })
  .meta({ id: 'FileLink' })
export type FileLink = z.infer<typeof FileLink>

const tag = 'Files'

const expires = f.queryNumber
const signature = z.string().max(100)

export const fileRoutes = {
  upload: {
    method: 'POST',
    path: '/common/upload',
    target: ['fileId'],
    access: 'session',
    tag,
    summary: 'Upload a file (JPEG, PNG, WebP, PDF, DOCX, XLSX or PPTX); records refer to it by id',
    upload: true,
    answer: data(UploadedFile),
    errors: [
      'FILE_MISSING',
      'FILE_TYPE_REFUSED',
      'PICTURE_TOO_LARGE',
      'PICTURE_PROFILE_TOO_LARGE',
      'BODY_TOO_LARGE',
    ],
  },
  get: {
    method: 'GET',
    path: '/common/file/{fileId}',
    access: 'public',
    tag,
    summary: 'Read a file by a signed address, or as its uploader; supports byte ranges',
    params: z.object({ fileId: f.queryId }),
    query: z.strictObject({
      expires: expires.optional(),
      signature: signature.optional(),
      download: f.queryFlag.optional(),
    }),
    answer: file('application/octet-stream'),
    errors: ['LINK_EXPIRED', 'NOT_FOUND'],
  },
  getPersonal: {
    method: 'GET',
    path: '/common/personalFile/{fileId}',
    target: ['fileId'],
    access: 'session',
    tag,
    summary:
      'Read a file with personal data; the address is that which a record gave to the same session within two minutes, byte ranges work, and each reading is logged',
    logged: true,
    params: z.object({ fileId: f.queryId }),
    query: z.strictObject({ expires, signature, download: f.queryFlag.optional() }),
    answer: file('application/octet-stream'),
    errors: ['LINK_EXPIRED', 'NOT_FOUND'],
  },
} as const satisfies RouteTable
