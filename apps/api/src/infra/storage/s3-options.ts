// Apart from the storage, whose client takes long to load and is only needed where S3 is set.
export const SILENCE_SECONDS = 10

export interface S3Options {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** An attempt fails after this long without a byte from the service. */
  silenceSeconds?: number
}
