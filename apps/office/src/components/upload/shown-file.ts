export const PDF = 'application/pdf'

/** A file as pages show it: a `FileLink` of the contract, or an address of unknown type. */
export interface ShownFile {
  fileId: number
  fileName: string
  url: string
  /** Null if the record has only the address; it is then tried as a picture. */
  mediaType: string | null
}

export const isPicture = ({ mediaType }: ShownFile) => mediaType === null || mediaType.startsWith('image/')
