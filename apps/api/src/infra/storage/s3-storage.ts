import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { SILENCE_SECONDS, type S3Options } from './s3-options.ts'
import { PROBE, type Storage } from './storage.ts'

/** Attempts of an operation after temporary failures: a lost connection or a 5xx. The client pauses longer each time, by a random length. */
const ATTEMPTS = 3
const CONNECTION_TIMEOUT_MS = 3000
/** Of one operation with all its attempts. */
const OPERATION_TIMEOUT_MS = 90_000
/** Whoever asks for a check waits for it. */
const CHECK_TIMEOUT_MS = 1400
const SECOND_MS = 1000
const PROBE_KEY = 'health/probe'

/** Other services than Amazon's may support neither buckets as host names nor checksums in trailers. */
const clientConfig = ({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
  silenceSeconds = SILENCE_SECONDS,
}: S3Options): S3ClientConfig => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: ATTEMPTS,
  requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: silenceSeconds * SECOND_MS },
})

/** A bucket of an S3 service, which makes every put atomic. */
export function createS3Storage(options: S3Options): Storage {
  const client = new S3Client(clientConfig(options))
  const prober = new S3Client({
    ...clientConfig(options),
    maxAttempts: 1,
    requestHandler: { connectionTimeout: CHECK_TIMEOUT_MS, socketTimeout: CHECK_TIMEOUT_MS },
  })
  const at = (key: string) => ({ Bucket: options.bucket, Key: key })
  const bounded = () => ({ abortSignal: AbortSignal.timeout(OPERATION_TIMEOUT_MS) })

  return {
    async put(key, bytes) {
      const command = new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length })
      await client.send(command, bounded())
    },
    async read(key, range) {
      const span = range && { Range: `bytes=${range.start}-${range.end}` }
      // Not bounded as a whole, as the body is read at the pace of the client.
      const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...span }))
      if (!(Body instanceof Readable)) throw new Error('The object storage answered without a body')
      return Body
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)), bounded())
    },
    async tidy() {
      // The service itself discards a put that was interrupted.
    },
    async check() {
      const command = new PutObjectCommand({ ...at(PROBE_KEY), Body: PROBE, ContentLength: PROBE.length })
      await prober.send(command, { abortSignal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })
    },
    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: options.bucket }))
        for (const { Key, Size = 0, LastModified = new Date() } of Contents)
          if (Key !== undefined) yield { key: Key, bytes: Size, time: LastModified }
    },
  }
}
