/** An upright picture in memory: rows of red, green and blue bytes; `data.length === width * height * 3`. */
export interface Raster {
  width: number
  height: number
  data: Uint8Array
}
