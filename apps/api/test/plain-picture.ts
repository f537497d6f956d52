import sharp from 'sharp'

/** A picture of one colour, to be encoded. */
export const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7f8e' } })
