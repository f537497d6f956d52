import createLibrary from 'libheif-js/libheif-wasm/libheif-bundle.mjs'

/** Decodes the HEIC pictures of phones, which only Apple's browsers show. The page gets a JPEG of the first picture. */
const QUALITY = 0.9

const library = createLibrary()

async function toJpeg(bytes: ArrayBuffer): Promise<Blob> {
  const [picture] = new library.HeifDecoder().decode(bytes)
  if (!picture) throw new Error('the file contains no picture')
  const [width, height] = [picture.get_width(), picture.get_height()]
  const pixels = new ImageData(width, height)
  await new Promise<void>((resolve, reject) => {
    picture.display(pixels, (drawn) => (drawn ? resolve() : reject(new Error('the picture is damaged'))))
  })
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.putImageData(pixels, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  toJpeg(data).then(
    (blob) => self.postMessage(blob),
    () => self.postMessage(null),
  )
})
