/** An upright picture in memory: rows of red, green and blue bytes; `data.length === width * height * 3`. */
export interface Raster {
  width: number
  height: number
  data: Uint8Array
  /** Set where a part of the file is missing or damaged and the pixels of that part are grey. */
  incomplete?: true
}
