import sharp from 'sharp'
import { makePicture } from './synth/generate.ts'
import { DAMAGE_NAMES } from './synth/damage.ts'
import { KINDS } from './synth/invoice.ts'
import { findCodeRegions } from './src/finder-patterns.ts'
import { loadQrReaders, readQr } from './src/qr.ts'
import { decodeImage } from './src/image.ts'
await loadQrReaders()
const cpu = async <T>(f: () => T | Promise<T>): Promise<[T, number]> => {
  const c = process.cpuUsage()
  const r = await f()
  const d = process.cpuUsage(c)
  return [r, (d.user + d.system) / 1000]
}
let miss = 0,
  n = 0,
  t = 0,
  tm = 0
for (let at = 0; at < Number(process.argv[2] ?? 60); at++) {
  const damage = DAMAGE_NAMES[at % DAMAGE_NAMES.length]!
  const { file } = await makePicture(9000 + at, KINDS[(at + Math.floor(at / 10)) % KINDS.length]!, damage)
  for (const scale of [1, 0.6, 0.42]) {
    const b =
      scale === 1
        ? file
        : await sharp(
            await sharp(file)
              .resize({ width: Math.round(1920 * scale) })
              .toBuffer(),
          )
            .jpeg({ quality: 60 })
            .toBuffer()
    const raster = await decodeImage(b, b[0] === 0xff ? 'jpeg' : 'png')
    const [may, c] = await cpu(() => findCodeRegions(raster))
    n++
    t += c
    tm = Math.max(tm, c)
    if (may.length === 0) {
      const [o, c2] = await cpu(() => readQr(raster))
      if (o.kind !== 'none') {
        miss++
        console.log('MISS', at, damage, scale, o.kind)
      } else console.log('unreadable anyway', damage, scale, c2.toFixed(0))
    }
  }
}
console.log({ n, miss, avg: t / n, tm })
// no code
const cases: Record<string, Buffer> = {}
cases.blank = await sharp({ create: { width: 2480, height: 3508, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()
const noise = await sharp({
  create: {
    width: 1000,
    height: 750,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
})
  .png()
  .toBuffer()
cases.noise12 = await sharp(noise).resize(4000, 3000).jpeg().toBuffer()
cases.noiseFine = await sharp({
  create: {
    width: 4000,
    height: 3000,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 20 },
  },
})
  .jpeg()
  .toBuffer()
{
  const { file } = await makePicture(5, '32', 'none')
  cases.textOnly = await sharp(file)
    .composite([
      { input: { create: { width: 420, height: 420, channels: 3, background: '#fff' } }, left: 0, top: 0 },
    ])
    .toBuffer()
  cases.text12 = await sharp(cases.textOnly).resize(4000).jpeg().toBuffer()
}
for (const [k, b] of Object.entries(cases)) {
  const kind = b[0] === 0xff ? 'jpeg' : 'png'
  const [r, c0] = await cpu(() => decodeImage(b, kind))
  const [may, c1] = await cpu(() => findCodeRegions(r))
  const [o, c2] = await cpu(() => readQr(r))
  console.log(
    k,
    r.width,
    r.height,
    'decode',
    c0.toFixed(0),
    'may',
    may.length,
    c1.toFixed(0),
    'readQr',
    o.kind,
    c2.toFixed(0),
  )
}
