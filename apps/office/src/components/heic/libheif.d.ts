/** What is used of libheif-js; its own types describe another file of the package. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface HeifPicture {
    get_width(): number
    get_height(): number
    /** Fills the pixels; the answer is null if that fails. */
    display(pixels: ImageData, done: (drawn: ImageData | null) => void): void
  }
  interface Library {
    HeifDecoder: new () => { decode(bytes: ArrayBuffer): HeifPicture[] }
  }
  const create: () => Library
  export default create
}
