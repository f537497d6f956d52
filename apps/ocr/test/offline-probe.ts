import { loadConfig } from '../src/config.ts'
import { createPool } from '../src/pool/pool.ts'
import { createRecognition } from '../src/recognition.ts'
import { DIGITAL_PAYLOAD, pngPage } from './pictures.ts'

/** Recognizes one picture with the real worker and prints the answer. A test runs it without a network. */
const { workers } = loadConfig({ OCR_WORKERS: '1' })
const workerFile = new URL('../src/pool/worker.ts', import.meta.url)
const silent = {
  textRecognitions() {},
  workerReplaced() {},
  workerError: (trace: string) => void process.stderr.write(trace),
}
const pool = createPool({ workers, workerFile, observer: silent })
const recognition = createRecognition({ pool, workers, limits: { pageMs: 100_000, totalMs: 100_000 } })
const file = { name: 'invoice.png', bytes: await pngPage(DIGITAL_PAYLOAD) }
const answer = await recognition.invoice(file, true, new AbortController().signal)
process.stdout.write(JSON.stringify(answer))
await pool.close()
