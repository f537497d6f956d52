import { z } from 'zod'
import { address } from './address-setting.ts'
import { SILENCE_SECONDS } from '../infra/storage/s3-options.ts'
import { setting } from './setting.ts'

/** Where uploaded files are stored. */
export const s3Settings = {
  FILES_DIR: setting(
    z.string().optional(),
    'Folder of stored files where there is no S3 service; nodes on one database share it. None: files in DATA_DIR',
  ),
  S3_ENDPOINT: setting(
    address().optional(),
    'An S3 service that stores uploaded files; none: they are stored in DATA_DIR. Requires the other S3 settings',
  ),
  S3_BUCKET: setting(z.string().optional(), 'An existing bucket'),
  S3_REGION: setting(z.string().default('us-east-1'), 'Region that requests are signed for'),
  S3_ACCESS_KEY_ID: setting(z.string().optional(), 'Who may read, write and delete in the bucket'),
  S3_SECRET_ACCESS_KEY: setting(z.string().optional(), 'Its secret'),
  S3_SILENCE_SECONDS: setting(
    z.coerce.number().int().min(1).max(60).default(SILENCE_SECONDS),
    'How long an attempt waits without a byte from the service; there are three attempts',
  ),
}

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  silenceSeconds: number
}

type Values = z.output<z.ZodObject<typeof s3Settings>>

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The settings of object storage belong together: if only some were set, files would silently be stored elsewhere. */
export function incompleteS3(values: Values): string[] {
  const absent = S3_NAMES.filter((name) => values[name] === undefined)
  return absent.length === S3_NAMES.length
    ? []
    : absent.map((name) => `${name}: must be set with the others of S3`)
}

/** Another node on the database would hand out files that it cannot read. */
export const unsharedFiles = (values: Values & { DATABASE_URL?: string | undefined }): string[] =>
  values.DATABASE_URL && !values.S3_ENDPOINT && !values.FILES_DIR
    ? [
        'S3_ENDPOINT: must be set where there is a DATABASE_URL, or else FILES_DIR, a folder that all nodes share',
      ]
    : []

export function s3Of(values: Values): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = values
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    silenceSeconds: values.S3_SILENCE_SECONDS,
  }
}
