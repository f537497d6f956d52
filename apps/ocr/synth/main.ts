import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DAMAGE_NAMES } from './damage.ts'
import { requireInvoiceFonts } from './fonts.ts'
import { makePicture } from './generate.ts'
import { FORMS } from './forms.ts'

/** `npm run synth -- --count N --seed S --out DIR` writes pictures of invoices, and their fields to truth.json. */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'data/synth' },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed))
  throw new Error('--count must be a whole number above 0, --seed a whole number')

requireInvoiceFonts()
await mkdir(values.out, { recursive: true })
const truth: Record<string, unknown> = {}
for (let at = 0; at < count; at += 1) {
  const form = FORMS[at % FORMS.length]!
  const damage = DAMAGE_NAMES[Math.floor(at / FORMS.length) % DAMAGE_NAMES.length]!
  const { invoice, file } = await makePicture(seed + at, form, damage)
  const extension = file[0] === 0xff ? 'jpg' : 'png'
  const name = `${String(at).padStart(5, '0')}-${form}-${damage}.${extension}`
  await writeFile(join(values.out, name), file)
  truth[name] = { form, damage, payload: invoice.payload, fields: invoice.fields }
}
await writeFile(join(values.out, 'truth.json'), `${JSON.stringify(truth, null, 2)}\n`)
process.stdout.write(`${count} pictures and truth.json in ${values.out}\n`)
