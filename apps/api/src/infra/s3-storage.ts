import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { Storage } from './storage.ts'

/** Attempts of a put or delete after temporary failures: a lost connection or a 5xx. */
const ATTEMPTS = 4
const CONNECTION_TIMEOUT_MS = 10_000
/** Maximum time without a byte from the service. */
const SILENCE_TIMEOUT_MS = 60_000

export interface S3Options {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Other services than Amazon's may support neither buckets as host names nor checksums in trailers. */
const clientConfig = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Options): S3ClientConfig => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: ATTEMPTS,
  requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
})

/** A bucket of an S3 service, which makes every put atomic. */
export function createS3Storage(options: S3Options): Storage {
  const client = new S3Client(clientConfig(options))
  const at = (key: string) => ({ Bucket: options.bucket, Key: key })

  return {
    async put(key, bytes) {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length }))
    },
    async read(key, range) {
      const span = range && { Range: `bytes=${range.start}-${range.end}` }
      const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...span }))
      if (!(Body instanceof Readable)) throw new Error('The object storage answered without a body')
      return Body
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: options.bucket }))
        for (const { Key, Size = 0, LastModified = new Date() } of Contents)
          if (Key !== undefined) yield { key: Key, bytes: Size, time: LastModified }
    },
  }
}
