import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { loadQrReaders, readQr, readQrAgain } from '../../apps/ocr/src/qr/qr.ts'
import { toRaster } from '../../apps/ocr/synth/files/to-raster.ts'
import { HARD_PAGES_EACH, type HardName, HARDSHIP_NAMES, makeHardPage } from '../../apps/ocr/synth/hard.ts'

/** How many codes of each distortion were read. No change may read fewer. */
const floors = JSON.parse(readFileSync(new URL('hard-floors.json', import.meta.url), 'utf8')) as Record<
  HardName,
  number
>

/** Reads the codes of hard pages as the service does, with the second look at a page that names itself an invoice. */
export async function readHardCodes(): Promise<boolean> {
  await loadQrReaders()
  let [total, wrong, fallen] = [0, 0, 0]
  for (const name of HARDSHIP_NAMES) {
    let read = 0
    for (let page = 0; page < HARD_PAGES_EACH; page += 1) {
      const { invoice, file } = await makeHardPage(name, page)
      const raster = await toRaster(sharp(file))
      const first = await readQr(raster)
      const outcome = first.kind === 'none' && !first.isThorough ? await readQrAgain(raster) : first
      if (outcome.kind !== 'invoice') continue
      if (outcome.reading.raw === invoice.payload) read += 1
      else wrong += 1
    }
    total += read
    const isFallen = read < floors[name]
    if (isFallen) fallen += 1
    console.log(
      `${name.padEnd(28)}${read} of ${HARD_PAGES_EACH}, floor ${floors[name]}${isFallen ? ' FALLEN' : ''}`,
    )
  }
  console.log(`${total} of ${HARDSHIP_NAMES.length * HARD_PAGES_EACH} codes read, ${wrong} wrong`)
  return fallen === 0 && wrong === 0
}
